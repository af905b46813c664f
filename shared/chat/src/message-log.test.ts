/** @jest-environment node */
import { merge, mergeOlder } from './message-log.ts';
import { messageAt, messagesFrom } from './test-conversation.ts';

const places = (messages: readonly { seq: number }[]) => messages.map(({ seq }) => seq);

describe('merge (product 11.14)', () => {
  const log = { messages: messagesFrom(1, 3), hasOlder: false, revision: 0 };

  it('puts messages in order of seq, each once, whatever their order', () => {
    const { log: merged, ahead } = merge(log, [messageAt(5), messageAt(2), messageAt(4), messageAt(5)]);
    expect(places(merged.messages)).toEqual([1, 2, 3, 4, 5]);
    expect(ahead).toEqual([]);
  });

  it('defers what is after a gap, each once', () => {
    const { log: merged, ahead } = merge(log, [messageAt(8), messageAt(4), messageAt(6), messageAt(8)]);
    expect(places(merged.messages)).toEqual([1, 2, 3, 4]);
    expect(places(ahead)).toEqual([6, 8]);
  });

  it('returns the same log when nothing is new', () => {
    expect(merge(log, [messageAt(1), messageAt(3)]).log).toBe(log);
  });

  it('keeps the latest state of a message, also of one behind a gap (product 4.25)', () => {
    const changed = messageAt(2, { content: 'Other words', revision: 4 });
    const { log: merged } = merge(log, [changed, messageAt(2, { content: 'Before', revision: 3 })]);
    expect(merged.messages[1]).toBe(changed);
    expect(merge(merged, [messageAt(2)]).log).toBe(merged);
    const states = [messageAt(5, { revision: 1 }), messageAt(5, { revision: 2 }), messageAt(4)];
    expect(merge(log, states).log.messages.at(-1)?.revision).toBe(2);
  });

  it('begins at the first message of a conversation', () => {
    expect(places(merge({ messages: [], hasOlder: false, revision: 0 }, [messageAt(2), messageAt(1)]).log.messages)).toEqual([
      1, 2,
    ]);
  });

  it('leaves out what is older than the log', () => {
    const late = { messages: messagesFrom(10, 12), hasOlder: true, revision: 0 };
    expect(merge(late, [messageAt(4)]).log).toBe(late);
  });
});

describe('mergeOlder', () => {
  const log = { messages: messagesFrom(10, 12), hasOlder: true, revision: 0 };

  it('puts a page before the log, without what it has', () => {
    const older = mergeOlder(log, messagesFrom(7, 10), true);
    expect(places(older.messages)).toEqual([7, 8, 9, 10, 11, 12]);
    expect(older.hasOlder).toBe(true);
    expect(mergeOlder(log, messagesFrom(1, 9), false).hasOlder).toBe(false);
  });

  it('ignores a page that does not reach the log', () => {
    expect(mergeOlder(log, messagesFrom(3, 7), true)).toBe(log);
  });

  it('uses only the part of a page after its gap', () => {
    const older = mergeOlder(log, [messageAt(9), messageAt(8), messageAt(5)], false);
    expect(places(older.messages)).toEqual([8, 9, 10, 11, 12]);
    expect(older.hasOlder).toBe(true);
  });

  it('has nothing older after an empty page', () => {
    expect(mergeOlder(log, [], false)).toEqual({ ...log, hasOlder: false });
  });
});
