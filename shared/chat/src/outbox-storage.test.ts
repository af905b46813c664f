/** @jest-environment node */
import { jest } from '@jest/globals';
import * as fakeDatabase from 'fake-indexeddb';
import { OutboxEntries } from './outbox-entries.ts';
import { OutboxDatabase, OutboxStorage } from './outbox-storage.ts';
import { buildEntry as entry } from './test-server.ts';

const ids = (entries: OutboxEntries) => entries.getByConversation('c-1').map(({ clientId }) => clientId);

function open(): { entries: OutboxEntries; storage: OutboxStorage } {
  const entries = new OutboxEntries();
  return { entries, storage: new OutboxStorage('ada', entries) };
}

beforeEach(() => {
  Object.assign(globalThis, fakeDatabase, { indexedDB: new fakeDatabase.IDBFactory() });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('entries that another tab stored', () => {
  it('is loaded, and dropped when it is removed there', async () => {
    const [one, other] = [open(), open()];
    one.entries.put(entry('a'));
    await one.storage.add(entry('a'));
    await other.storage.sync();
    expect(ids(other.entries)).toEqual(['a']);
    one.storage.remove('a');
    await one.storage.sync();
    await other.storage.sync();
    expect(ids(other.entries)).toEqual([]);
  });

  it('during a read does not count as removed', async () => {
    const [one, other] = [open(), open()];
    await one.storage.sync();
    const reading = other.storage.sync();
    // The other tab announces an entry that was stored after the read began.
    other.entries.put(entry('a'));
    other.storage.markStored('a');
    await reading;
    expect(ids(other.entries)).toEqual(['a']);
    one.storage.close();
  });

  it('is not restored by a later state of a removed entry', async () => {
    const [one, other] = [open(), open()];
    one.entries.put(entry('a'));
    await one.storage.add(entry('a'));
    await other.storage.sync();
    one.storage.remove('a');
    await one.storage.sync();
    await other.storage.replace({ ...entry('a'), state: 'failed' });
    expect(await new OutboxDatabase().load('ada')).toEqual([]);
  });
});

it('a database that never answers counts as absent after 5 s, and blocks nothing from then on', async () => {
  jest.useFakeTimers();
  // Some browsers return a request that never settles.
  jest.spyOn(indexedDB, 'open').mockReturnValue(new fakeDatabase.IDBOpenDBRequest());
  const { entries, storage } = open();
  const synced = jest.fn();
  void storage.sync().then(synced);
  await jest.advanceTimersByTimeAsync(4999);
  expect(synced).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(synced).toHaveBeenCalled();
  expect(storage.persistent).toBe(false);
  entries.put(entry('a'));
  await storage.add(entry('a'));
  expect(ids(entries)).toEqual(['a']);
});
