/** @jest-environment node */
import { jest } from '@jest/globals';
import { createClientId, OutboxEntries } from './outbox-entries.ts';
import { buildEntry as entry } from './test-server.ts';

describe('the entries of a conversation', () => {
  it('are in the order in which they were written', () => {
    const entries = new OutboxEntries();
    for (const id of ['b', 'c', 'a']) entries.put(entry(id));
    expect(entries.getByConversation('c-1').map(({ clientId }) => clientId)).toEqual(['a', 'b', 'c']);
    expect(entries.heads().map(({ clientId }) => clientId)).toEqual(['a']);
  });

  it('are the same array until one of them changes', () => {
    const entries = new OutboxEntries();
    expect(entries.getByConversation('c-1')).toBe(entries.getByConversation('c-3'));
    entries.put(entry('a'));
    const before = entries.getByConversation('c-1');
    entries.put(entry('b', 'c-2'));
    expect(entries.getByConversation('c-1')).toBe(before);
    entries.put({ ...entry('a'), attempts: 1 });
    expect(entries.getByConversation('c-1')).not.toBe(before);
  });

  it('notify of each change; a removed one stays removed', () => {
    const entries = new OutboxEntries();
    const listener = jest.fn();
    const stop = entries.subscribe(listener);
    entries.put(entry('a'));
    entries.setProgress('a', 0.5);
    entries.setProgress('a', 0.5);
    expect(entries.progress('a')).toBe(0.5);
    entries.remove('a');
    expect(listener).toHaveBeenCalledTimes(3);
    entries.put(entry('a'));
    entries.setProgress('a', 1);
    expect(entries.getByConversation('c-1')).toEqual([]);
    expect(entries.progress('a')).toBeUndefined();
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    entries.put(entry('b'));
    expect(listener).toHaveBeenCalledTimes(3);
  });
});

describe('a clientId', () => {
  it('is a UUIDv7 (product 11.3)', () => {
    expect(createClientId(undefined)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('sorts after the one before it, even if the clock goes back', () => {
    const ids = [createClientId(undefined)];
    for (const time of [5_000_000_000_000, 1_000_000_000_000, 1_000_000_000_000]) {
      jest.spyOn(Date, 'now').mockReturnValue(time);
      ids.push(createClientId(ids.at(-1)), createClientId(undefined));
    }
    jest.restoreAllMocks();
    expect(ids.toSorted()).toEqual(ids);
  });
});
