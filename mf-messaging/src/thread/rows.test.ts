/** @jest-environment node */
import { buildMessage } from '@solvent/testing/factories';
import type { OutboxEntry } from '@solvent/chat';
import type { ConversationBid, ConversationEvent } from '@solvent/contracts';
import { appendEntries, countReceivedAfter, findLastSeq, buildMessageRows } from './rows.ts';
import type { EntryRow, Row, RowSource } from './rows.ts';

const DIEGO = { _id: 'user-diego', name: 'Diego Fuentes', image: null };
const ADA = { _id: 'user-ada', name: 'Ada Park', image: null };

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString();

let seq = 0;
const received = (createdAt: string, sender = DIEGO) => buildMessage({ seq: (seq += 1), sender, createdAt, clientId: `c${seq}` });

const pending = (overrides: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientId: 'e1',
  userId: ADA._id,
  conversationId: 'conversation-1',
  content: 'On my way',
  files: [],
  createdAt: at(20, 12),
  state: 'sending',
  attempts: 0,
  failure: null,
  ...overrides,
});

function build({ messages = [], entries = [], ...source }: Partial<RowSource> & { entries?: OutboxEntry[] }) {
  const defaults = { hasOlder: false, hasNewer: false, agreed: { bid: null, events: [] }, newAfter: null };
  const stored = buildMessageRows({ messages, userId: ADA._id, ...defaults, ...source });
  return appendEntries(stored, messages, entries);
}

const kinds = (rows: Row[]) => rows.map(({ kind }) => kind);
const starts = (rows: Row[]) => rows.flatMap((row) => ('startsGroup' in row ? row.startsGroup : []));
const findEntries = (rows: Row[]) => rows.filter((row): row is EntryRow => row.kind === 'entry');

beforeEach(() => {
  seq = 0;
});

describe('days (product 2.24)', () => {
  it('have one separator each, the first only if no older messages are missing', () => {
    const messages = [received(at(18, 9)), received(at(18, 23, 59)), received(at(19, 0))];
    expect(kinds(build({ messages }))).toEqual(['day', 'message', 'message', 'day', 'message']);
    expect(kinds(build({ messages, hasOlder: true }))).toEqual(['message', 'message', 'day', 'message']);
  });
});

describe('groups (product 9.13: within 5 minutes)', () => {
  it('contain messages of one sender up to 5 minutes apart', () => {
    const rows = build({ messages: [received(at(18, 9, 0)), received(at(18, 9, 5)), received(at(18, 9, 11))] });
    expect(starts(rows)).toEqual([true, false, true]);
  });

  it('end with another sender, a day, and the "New messages" line', () => {
    const messages = [
      received(at(18, 23, 58)),
      received(at(18, 23, 59), ADA),
      received(at(19, 0, 0), ADA),
      received(at(19, 0, 1)),
    ];
    expect(starts(build({ messages }))).toEqual([true, true, true, true]);
    const two = [received(at(20, 9)), received(at(20, 9))];
    expect(starts(build({ messages: two, newAfter: two[0]?.seq ?? 0 }))).toEqual([true, true]);
  });
});

describe('the "New messages" line (product 2.24)', () => {
  it('is before the first unread message of the other person that was not deleted, and absent when everything is read', () => {
    const deleted = { ...received(at(20, 9)), deletedAt: at(20, 10) };
    const messages = [deleted, received(at(20, 9), ADA), received(at(20, 9)), received(at(20, 9))];
    expect(kinds(build({ messages, newAfter: 0 }))).toEqual(['day', 'message', 'message', 'new', 'message', 'message']);
    expect(kinds(build({ messages, newAfter: 4 }))).not.toContain('new');
  });

  it('is absent while messages between it and the loaded ones are missing', () => {
    seq = 50;
    const messages = [received(at(20, 9)), received(at(20, 9))];
    expect(kinds(build({ messages, newAfter: 49, hasOlder: true }))).toEqual(['message', 'message']);
    expect(kinds(build({ messages, newAfter: 50, hasOlder: true }))).toEqual(['new', 'message', 'message']);
    expect(kinds(build({ messages, newAfter: 51, hasOlder: true }))).toEqual(['message', 'new', 'message']);
  });
});

describe('messages in the outbox (product 4.14, 11.14)', () => {
  it('are appended', () => {
    expect(kinds(build({ messages: [received(at(20, 11))], entries: [pending()] }))).toEqual(['day', 'message', 'entry']);
  });

  it('share the key of their stored message, and are shown once', () => {
    const [entry] = findEntries(build({ entries: [pending({ clientId: 'c1' })] }));
    const stored = build({ messages: [received(at(20, 12), ADA)], entries: [pending({ clientId: 'c1' })] });
    expect(kinds(stored)).toEqual(['day', 'message']);
    expect(stored[1]?.key).toBe(entry?.key);
  });

  it('wait for the connection after a failed attempt, with one notice', () => {
    const entries = [pending({ clientId: 'a', attempts: 2 }), pending({ clientId: 'b' })];
    expect(findEntries(build({ entries })).map(({ outboxState, isLastInState }) => [outboxState, isLastInState])).toEqual([
      ['offline', false],
      ['offline', true],
    ]);
  });

  it('wait behind a failed message', () => {
    const entries = [pending({ clientId: 'a', state: 'failed' }), pending({ clientId: 'b' }), pending({ clientId: 'c' })];
    expect(findEntries(build({ entries })).map(({ outboxState }) => outboxState)).toEqual(['failed', 'blocked', 'blocked']);
  });
});

it('finds the last message up to a row', () => {
  const rows = build({ messages: [received(at(18, 9)), received(at(19, 9))], entries: [pending()] });
  expect([0, 1, 2, 3, 9].map((index) => findLastSeq(rows, index))).toEqual([undefined, 1, 1, 2, 2]);
});

it('counts the messages of the other person after a position, without deleted ones (product 4.34)', () => {
  const rows = build({
    messages: [
      received(at(18, 9)),
      received(at(18, 9)),
      received(at(18, 9), ADA),
      received(at(19, 9)),
      { ...received(at(19, 9)), deletedAt: at(19, 9) },
    ],
    entries: [pending()],
  });
  expect([0, 1, 2, 4].map((after) => countReceivedAfter(rows, after))).toEqual([3, 2, 1, 0]);
});

describe('the bid and the events of the agreement (product 2.60)', () => {
  const event = (kind: ConversationEvent['kind'], time: string): ConversationEvent => ({
    kind,
    personId: DIEGO._id,
    amount: null,
    dueAt: null,
    at: time,
  });
  const bid: ConversationBid = {
    _id: 'b1',
    solverId: DIEGO._id,
    amount: 280,
    estimatedDays: 4,
    message: 'I can fix it.',
    status: 'accepted',
    createdAt: at(17, 9),
  };
  const agreed = { bid, events: [event('accepted', at(18, 8)), event('delivered', at(19, 9)), event('solved', at(20, 9))] };
  const messages = [received(at(18, 9)), received(at(18, 9, 1)), received(at(19, 9, 30))];

  it('are between the messages by time, the bid first, and start days and groups', () => {
    const rows = build({ messages, agreed: { bid, events: [...agreed.events, event('paid', at(20, 10))] } });
    const expected = ['bid', 'day', 'event', 'message', 'message', 'day', 'event', 'message', 'day', 'event', 'event'];
    expect(kinds(rows)).toEqual(expected);
    expect(kinds(build({ agreed, entries: [pending()] }))).toEqual([
      'bid',
      'day',
      'event',
      'day',
      'event',
      'day',
      'event',
      'entry',
    ]);
    expect(findLastSeq(rows, rows.length - 1)).toBe(3);
  });

  it('appear with the messages of their time: not before older ones or after newer ones that are missing', () => {
    expect(kinds(build({ messages, agreed, hasOlder: true, hasNewer: true }))).toEqual([
      'message',
      'message',
      'day',
      'event',
      'message',
    ]);
  });
});
