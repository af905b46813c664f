/** @jest-environment node */
import { merge, mergeOlder } from './message-log.ts';
import { buildMessage, buildMessages } from './test-conversation.ts';

const getSeqs = (messages: readonly { seq: number }[]) => messages.map(({ seq }) => seq);

describe('merge (product 11.14)', () => {
  const log = { messages: buildMessages(1, 3), hasOlder: false, revision: 0 };

  it('puts messages in order of seq, each once, whatever their order', () => {
    const { log: merged, deferred } = merge(log, [buildMessage(5), buildMessage(2), buildMessage(4), buildMessage(5)]);
    expect(getSeqs(merged.messages)).toEqual([1, 2, 3, 4, 5]);
    expect(deferred).toEqual([]);
  });

  it('defers what is after a gap, each once', () => {
    const { log: merged, deferred } = merge(log, [buildMessage(8), buildMessage(4), buildMessage(6), buildMessage(8)]);
    expect(getSeqs(merged.messages)).toEqual([1, 2, 3, 4]);
    expect(getSeqs(deferred)).toEqual([6, 8]);
  });

  it('returns the same log when nothing is new', () => {
    expect(merge(log, [buildMessage(1), buildMessage(3)]).log).toBe(log);
  });

  it('keeps the latest state of a message, also of one behind a gap (product 4.25)', () => {
    const changed = buildMessage(2, { content: 'Other words', revision: 4 });
    const { log: merged } = merge(log, [changed, buildMessage(2, { content: 'Before', revision: 3 })]);
    expect(merged.messages[1]).toBe(changed);
    expect(merge(merged, [buildMessage(2)]).log).toBe(merged);
    const states = [buildMessage(5, { revision: 1 }), buildMessage(5, { revision: 2 }), buildMessage(4)];
    expect(merge(log, states).log.messages.at(-1)?.revision).toBe(2);
  });

  it('begins at the first message of a conversation', () => {
    expect(
      getSeqs(merge({ messages: [], hasOlder: false, revision: 0 }, [buildMessage(2), buildMessage(1)]).log.messages),
    ).toEqual([1, 2]);
  });

  it('leaves out what is older than the log', () => {
    const late = { messages: buildMessages(10, 12), hasOlder: true, revision: 0 };
    expect(merge(late, [buildMessage(4)]).log).toBe(late);
  });
});

describe('mergeOlder', () => {
  const log = { messages: buildMessages(10, 12), hasOlder: true, revision: 0 };

  it('puts a page before the log, without what it has', () => {
    const older = mergeOlder(log, buildMessages(7, 10), true);
    expect(getSeqs(older.messages)).toEqual([7, 8, 9, 10, 11, 12]);
    expect(older.hasOlder).toBe(true);
    expect(mergeOlder(log, buildMessages(1, 9), false).hasOlder).toBe(false);
  });

  it('ignores a page that does not reach the log', () => {
    expect(mergeOlder(log, buildMessages(3, 7), true)).toBe(log);
  });

  it('uses only the part of a page after its gap', () => {
    const older = mergeOlder(log, [buildMessage(9), buildMessage(8), buildMessage(5)], false);
    expect(getSeqs(older.messages)).toEqual([8, 9, 10, 11, 12]);
    expect(older.hasOlder).toBe(true);
  });

  it('has nothing older after an empty page', () => {
    expect(mergeOlder(log, [], false)).toEqual({ ...log, hasOlder: false });
  });
});
