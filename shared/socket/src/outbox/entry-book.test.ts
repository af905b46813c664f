/** @jest-environment node */
import { jest } from '@jest/globals';
import { nextClientId } from './client-ids.ts';
import { EntryBook } from './entry-book.ts';
import type { OutboxEntry } from './types.ts';

const entry = (clientId: string, conversationId = 'c-1'): OutboxEntry => ({
  clientId,
  conversationId,
  content: clientId,
  userId: 'ada',
  files: [],
  createdAt: '2026-03-01T09:00:00.000Z',
  state: 'sending',
  attempts: 0,
  failure: null,
});

describe('the entries of a conversation', () => {
  it('are in the order in which they were written', () => {
    const book = new EntryBook();
    for (const id of ['b', 'c', 'a']) book.put(entry(id));
    expect(book.of('c-1').map(({ clientId }) => clientId)).toEqual(['a', 'b', 'c']);
    expect(book.heads().map(({ clientId }) => clientId)).toEqual(['a']);
  });

  it('are the same array until one of them changes', () => {
    const book = new EntryBook();
    expect(book.of('c-1')).toBe(book.of('c-3'));
    book.put(entry('a'));
    const before = book.of('c-1');
    book.put(entry('b', 'c-2'));
    expect(book.of('c-1')).toBe(before);
    book.put({ ...entry('a'), attempts: 1 });
    expect(book.of('c-1')).not.toBe(before);
  });

  it('tell of each change; one that is gone does not come back', () => {
    const book = new EntryBook();
    const listener = jest.fn();
    const stop = book.subscribe(listener);
    book.put(entry('a'));
    book.setProgress('a', 0.5);
    book.setProgress('a', 0.5);
    expect(book.progress('a')).toBe(0.5);
    book.drop('a');
    expect(listener).toHaveBeenCalledTimes(3);
    book.put(entry('a'));
    book.setProgress('a', 1);
    expect(book.of('c-1')).toEqual([]);
    expect(book.progress('a')).toBeUndefined();
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    book.put(entry('b'));
    expect(listener).toHaveBeenCalledTimes(3);
  });
});

describe('a clientId', () => {
  it('is a UUIDv7 (product 11.3)', () => {
    expect(nextClientId(undefined)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('sorts after the one before it, whatever the clock says', () => {
    const ids = [nextClientId(undefined)];
    for (const time of [5_000_000_000_000, 1_000_000_000_000, 1_000_000_000_000]) {
      jest.spyOn(Date, 'now').mockReturnValue(time);
      ids.push(nextClientId(ids.at(-1)));
    }
    jest.restoreAllMocks();
    expect(ids.toSorted()).toEqual(ids);
  });
});
