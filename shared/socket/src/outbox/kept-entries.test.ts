/** @jest-environment node */
import { jest } from '@jest/globals';
import * as fakeDatabase from 'fake-indexeddb';
import { EntryBook } from './entry-book.ts';
import { EntryStore } from './entry-store.ts';
import { KeptEntries } from './kept-entries.ts';
import type { OutboxEntry } from './types.ts';

const entry = (clientId: string): OutboxEntry => ({
  clientId,
  conversationId: 'c-1',
  content: clientId,
  userId: 'ada',
  files: [],
  createdAt: '2026-03-01T09:00:00.000Z',
  state: 'sending',
  attempts: 0,
  failure: null,
});
const ids = (book: EntryBook) => book.of('c-1').map(({ clientId }) => clientId);

/** A tab's book, and what keeps it. */
function open(): { book: EntryBook; kept: KeptEntries } {
  const book = new EntryBook();
  return { book, kept: new KeptEntries('ada', book) };
}

beforeEach(() => {
  Object.assign(globalThis, fakeDatabase, { indexedDB: new fakeDatabase.IDBFactory() });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('what another tab has left in the database', () => {
  it('is taken over, and let go when it is gone from there', async () => {
    const [one, other] = [open(), open()];
    one.book.put(entry('a'));
    await one.kept.add(entry('a'));
    await other.kept.sync();
    expect(ids(other.book)).toEqual(['a']);
    one.kept.remove('a');
    await one.kept.sync();
    await other.kept.sync();
    expect(ids(other.book)).toEqual([]);
  });

  it('while it is read is not taken for gone', async () => {
    const [one, other] = [open(), open()];
    await one.kept.sync();
    const reading = other.kept.sync();
    // The other tab tells of an entry that was stored after the read began.
    other.book.put(entry('a'));
    other.kept.note('a', true);
    await reading;
    expect(ids(other.book)).toEqual(['a']);
    one.kept.close();
  });

  it('is not brought back by another state of what was taken out there', async () => {
    const [one, other] = [open(), open()];
    one.book.put(entry('a'));
    await one.kept.add(entry('a'));
    await other.kept.sync();
    one.kept.remove('a');
    await one.kept.sync();
    await other.kept.replace({ ...entry('a'), state: 'failed' });
    expect(await new EntryStore().load('ada')).toEqual([]);
  });
});

describe('a database that never answers', () => {
  it('counts as not there after 5 s, and holds nothing up from then on', async () => {
    jest.useFakeTimers();
    // Some browsers give a request of which nothing is ever heard.
    jest.spyOn(indexedDB, 'open').mockReturnValue(new fakeDatabase.IDBOpenDBRequest());
    const { book, kept } = open();
    const synced = jest.fn();
    void kept.sync().then(synced);
    await jest.advanceTimersByTimeAsync(4999);
    expect(synced).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(synced).toHaveBeenCalled();
    expect(kept.persistent).toBe(false);
    book.put(entry('a'));
    await kept.add(entry('a'));
    expect(ids(book)).toEqual(['a']);
  });
});
