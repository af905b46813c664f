import { buildMessage } from '@solvent/testing/factories';
import type { OutboxEntry } from '@solvent/chat';
import { withEntries, countAfter, lastSeq, messageRows } from './rows.ts';
import type { EntryRow, Row, RowSource } from './rows.ts';

const DIEGO = { _id: 'user-diego', name: 'Diego Fuentes', image: null };
const ADA = { _id: 'user-ada', name: 'Ada Park', image: null };

/** At a time of a day of November 2026, where the test runs. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString();

let seq = 0;
const said = (createdAt: string, sender = DIEGO) => buildMessage({ seq: (seq += 1), sender, createdAt, clientId: `c${seq}` });

const waits = (overrides: Partial<OutboxEntry> = {}): OutboxEntry => ({
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
  const stored = messageRows({ messages, userId: ADA._id, hasOlder: false, newAfter: null, ...source });
  return withEntries(stored, messages, entries);
}

const kinds = (rows: Row[]) => rows.map(({ kind }) => kind);
const starts = (rows: Row[]) => rows.flatMap((row) => ('startsGroup' in row ? row.startsGroup : []));
const entriesOf = (rows: Row[]) => rows.filter((row): row is EntryRow => row.kind === 'entry');

beforeEach(() => {
  seq = 0;
});

describe('days', () => {
  it('are separated, each once', () => {
    const rows = build({ messages: [said(at(18, 9)), said(at(18, 23, 59)), said(at(19, 0))] });
    expect(kinds(rows)).toEqual(['day', 'message', 'message', 'day', 'message']);
  });

  it('are not said before the first message while older ones are missing: its day may begin further up', () => {
    expect(kinds(build({ messages: [said(at(18, 9)), said(at(19, 9))], hasOlder: true }))).toEqual(['message', 'day', 'message']);
  });
});

describe('groups (product 9.13: within 5 minutes)', () => {
  it('hold messages of one sender up to 5 minutes apart', () => {
    const rows = build({ messages: [said(at(18, 9, 0)), said(at(18, 9, 5)), said(at(18, 9, 11))] });
    expect(starts(rows)).toEqual([true, false, true]);
  });

  it('end with another sender, a day, and the "New messages" line', () => {
    const messages = [said(at(18, 23, 58)), said(at(18, 23, 59), ADA), said(at(19, 0, 0), ADA), said(at(19, 0, 1))];
    expect(starts(build({ messages }))).toEqual([true, true, true, true]);
    const two = [said(at(20, 9)), said(at(20, 9))];
    expect(starts(build({ messages: two, newAfter: two[0]?.seq ?? 0 }))).toEqual([true, true]);
  });
});

describe('the "New messages" line', () => {
  it('stands before the first message of the other one that was not read', () => {
    const messages = [said(at(20, 9)), said(at(20, 9), ADA), said(at(20, 9)), said(at(20, 9))];
    expect(kinds(build({ messages, newAfter: 1 }))).toEqual(['day', 'message', 'message', 'new', 'message', 'message']);
  });

  it('is not there when all is read', () => {
    expect(kinds(build({ messages: [said(at(20, 9))], newAfter: 1 }))).toEqual(['day', 'message']);
  });

  it('is not there while messages are missing between it and those that are there', () => {
    seq = 50;
    const messages = [said(at(20, 9)), said(at(20, 9))];
    expect(kinds(build({ messages, newAfter: 49, hasOlder: true }))).toEqual(['message', 'message']);
    expect(kinds(build({ messages, newAfter: 50, hasOlder: true }))).toEqual(['new', 'message', 'message']);
    expect(kinds(build({ messages, newAfter: 51, hasOlder: true }))).toEqual(['message', 'new', 'message']);
  });
});

describe('the outbox', () => {
  it('stands at the end', () => {
    expect(kinds(build({ messages: [said(at(20, 11))], entries: [waits()] }))).toEqual(['day', 'message', 'entry']);
  });

  it('has the line of a stored message under the same key, and once', () => {
    const [entry] = entriesOf(build({ entries: [waits({ clientId: 'c1' })] }));
    const stored = build({ messages: [said(at(20, 12), ADA)], entries: [waits({ clientId: 'c1' })] });
    expect(kinds(stored)).toEqual(['day', 'message']);
    expect(stored[1]?.key).toBe(entry?.key);
  });

  it('waits for the connection once a try has failed, and says so once', () => {
    const entries = [waits({ clientId: 'a', attempts: 2 }), waits({ clientId: 'b' })];
    expect(entriesOf(build({ entries })).map(({ waiting, endsWaiting }) => [waiting, endsWaiting])).toEqual([
      ['offline', false],
      ['offline', true],
    ]);
  });

  it('is held back behind a message that failed', () => {
    const entries = [waits({ clientId: 'a', state: 'failed' }), waits({ clientId: 'b' }), waits({ clientId: 'c' })];
    expect(entriesOf(build({ entries })).map(({ waiting }) => waiting)).toEqual(['failed', 'held', 'held']);
  });
});

it('knows the last message up to a line', () => {
  const rows = build({ messages: [said(at(18, 9)), said(at(19, 9))], entries: [waits()] });
  expect([0, 1, 2, 3, 9].map((index) => lastSeq(rows, index))).toEqual([undefined, 1, 1, 2, 2]);
});

it('counts the messages of the other one that come after one', () => {
  const rows = build({ messages: [said(at(18, 9)), said(at(18, 9)), said(at(18, 9), ADA), said(at(19, 9))], entries: [waits()] });
  expect([0, 1, 2, 4].map((after) => countAfter(rows, after))).toEqual([3, 2, 1, 0]);
});
