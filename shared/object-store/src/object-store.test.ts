import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { openBucket, openFolder } from './index.ts';
import type { ByteRange, ObjectStore } from './index.ts';
import { openTestBucket } from './testing/bucket.ts';

const MIB = 1024 * 1024;

interface Opened {
  store: ObjectStore;
  /** Opens the same store like another process. */
  another(): ObjectStore;
  age(key: string, then: Date): Promise<void>;
  close(): Promise<void>;
}

async function inFolder(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-test-store-'));
  const place = join(folder, 'made', 'when', 'needed');
  const another = () => openFolder(place);
  const age = (key: string, then: Date) => utimes(join(place, key), then, then);
  return { store: another(), another, age, close: () => rm(folder, { recursive: true }) };
}

const inBucket = (knowsConditions: boolean) => async (): Promise<Opened> => {
  const { address, age, close } = await openTestBucket({ knowsConditions });
  const another = () => openBucket(address);
  return { store: another(), another, age, close };
};

// Each MiB has different content.
const createChunks = (mebibytes: number) => Array.from({ length: mebibytes }, (_, index) => Buffer.alloc(MIB, index + 1));

function broken(chunks: Buffer[]): Readable {
  return Readable.from(
    (function* () {
      yield* chunks;
      throw new Error('cut off');
    })(),
  );
}

describe.each([
  ['a folder', inFolder],
  ['a bucket that knows conditions', inBucket(true)],
  ['a bucket that knows none', inBucket(false)],
])('objects in %s', (_kind, open) => {
  let opened: Opened;
  let store: ObjectStore;
  beforeEach(async () => {
    opened = await open();
    ({ store } = opened);
  });
  afterEach(() => opened.close());

  async function read(key: string, range?: ByteRange): Promise<string | undefined> {
    const content = await store.read(key, range);
    return content && text(content);
  }

  it('are in folders, which can be listed', async () => {
    expect(await store.folders()).toEqual([]);
    for (const key of ['one/a', 'one/b/c', 'two/a', 'top']) await store.put(key, key);
    expect((await store.folders()).toSorted()).toEqual(['one', 'two']);
  });

  it('are returned as last written, from a buffer or a stream', async () => {
    await store.put('avatars/a.webp', Buffer.from('one'));
    await store.put('avatars/a.webp', 'two');
    expect(await read('avatars/a.webp')).toBe('two');
    expect(await store.exists('avatars/a.webp')).toBe(true);
    await store.put('messages/a/0', Readable.from([Buffer.from('one '), Buffer.from('two')]));
    expect(await read('messages/a/0')).toBe('one two');
  });

  it('keep every byte value, and empty content', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_none, byte) => byte));
    await store.put('a.woff2', bytes);
    await store.put('empty.css', '');
    await store.put('in/a', new Uint8Array());
    await store.put('in/b', Readable.from([]));
    const content = await store.read('a.woff2');
    expect(content && (await buffer(content)).equals(bytes)).toBe(true);
    expect(await Promise.all(['empty.css', 'in/a', 'in/b'].map((key) => read(key)))).toEqual(['', '', '']);
  });

  it('are missing until written; touch does not create them', async () => {
    expect(await store.read('avatars/gone.webp')).toBeUndefined();
    expect(await store.exists('avatars/gone.webp')).toBe(false);
    expect(await store.touch('avatars/gone.webp')).toBe(false);
    expect(await store.list('avatars')).toEqual([]);
  });

  it('are deleted one by one; deleting a missing one succeeds', async () => {
    await store.put('avatars/a.webp', Buffer.from('a'));
    await store.put('avatars/b.webp', Buffer.from('b'));
    await store.delete('avatars/a.webp');
    await expect(store.delete('avatars/a.webp')).resolves.toBeUndefined();
    expect(await store.list('avatars')).toEqual(['avatars/b.webp']);
    expect(await read('avatars/a.webp')).toBeUndefined();
    expect(await read('avatars/b.webp')).toBe('b');
  });

  it('are removed with their folder', async () => {
    for (const key of ['one/a', 'one/b/c', 'one-more/a']) await store.put(key, key);
    await store.removeFolder('one');
    await store.removeFolder('never');
    expect([await store.folders(), await store.list('')]).toEqual([['one-more'], ['one-more/a']]);
  });

  it('can be streams of several parts of unknown length', async () => {
    const chunks = createChunks(6);
    await store.put('modules/a.zip', Readable.from(chunks));
    const content = await store.read('modules/a.zip');
    expect(content && (await buffer(content)).equals(Buffer.concat(chunks))).toBe(true);
    expect(await read('modules/a.zip', { first: 5 * MIB - 1, last: 5 * MIB })).toBe('\u0005\u0006');
  });

  it.each([
    ['at once', []],
    ['in the middle', [Buffer.alloc(200_000)]],
    ['after some parts', createChunks(6)],
  ])('do not exist if their stream fails %s, and its error is thrown', async (_when, chunks) => {
    await expect(store.put('messages/a/0', broken(chunks))).rejects.toThrow('cut off');
    expect(await store.list('')).toEqual([]);
    expect(await read('messages/a/0')).toBeUndefined();
    await store.put('messages/b', 'before');
    await expect(store.put('messages/b', broken(chunks))).rejects.toThrow('cut off');
    expect(await read('messages/b')).toBe('before');
  });

  it('can be read in ranges', async () => {
    await store.put('a', Buffer.from('0123456789'));
    expect(await read('a', { first: 2, last: 4 })).toBe('234');
    expect(await read('a', { first: 9, last: 9 })).toBe('9');
    expect(await read('b', { first: 2, last: 4 })).toBeUndefined();
  });

  it('are listed below a folder at any depth, excluding folders with the same prefix', async () => {
    const keys = ['remotes/toolbox/1/a.js', 'remotes/toolbox/1/fonts/b.woff2', 'remotes/toolbox-2/1/c.js', 'd'];
    for (const key of keys) await store.put(key, key);
    expect((await store.list('remotes/toolbox')).toSorted()).toEqual(keys.slice(0, 2));
    expect((await store.list('')).toSorted()).toEqual(keys.toSorted());
    expect(await store.list('nowhere')).toEqual([]);
  });

  it('are listed with their last write, which touch renews', async () => {
    const then = new Date('2026-11-01T12:00:00.000Z');
    for (const key of ['remotes/toolbox/files/a b.js', 'remotes/toolbox/files/d.js']) {
      await store.put(key, key);
      await opened.age(key, then);
    }
    const started = Date.now();
    expect(await store.touch('remotes/toolbox/files/a b.js')).toBe(true);
    const listed = (await store.listObjects('remotes/toolbox')).toSorted((one, other) => one.key.localeCompare(other.key));
    expect(listed.map(({ key }) => key)).toEqual(['remotes/toolbox/files/a b.js', 'remotes/toolbox/files/d.js']);
    // Buckets truncate times to whole seconds.
    expect(listed[0]?.writtenAt.getTime()).toBeGreaterThan(started - 1000);
    expect(listed[1]?.writtenAt).toEqual(then);
    expect(await read('remotes/toolbox/files/a b.js')).toBe('remotes/toolbox/files/a b.js');
    expect(await store.listObjects('nowhere')).toEqual([]);
  });

  it('are created once, without leftovers', async () => {
    expect(await store.create('revisions/1.json', '"first"')).toBe(true);
    expect(await store.create('revisions/1.json', '"second"')).toBe(false);
    expect(await opened.another().create('revisions/1.json', '"third"')).toBe(false);
    await store.put('revisions/current.json', '{"revision":1}');
    expect(await read('revisions/1.json')).toBe('"first"');
    expect((await store.list('revisions')).toSorted()).toEqual(['revisions/1.json', 'revisions/current.json']);
    expect(await store.list('claims')).toEqual([]);
  });

  it('are created by one of many concurrent writers, each in turn', async () => {
    const writers = Array.from({ length: 6 }, () => opened.another());
    const made = await Promise.all(writers.map((writer, index) => writer.create('revisions/1.json', String(index))));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await read('revisions/1.json')).toBe(String(made.indexOf(true)));
    const next = await Promise.all(writers.map((writer, index) => writer.create(`revisions/${2 + index}.json`, '0')));
    expect(next).toEqual(writers.map(() => true));
  });

  it.each(['../a', 'a/../../b', '/a', 'a//b', './a', 'a\\b', ''])('reject the key "%s"', async (key) => {
    await expect(store.put(key, 'a')).rejects.toThrow(`"${key}" is not a valid object key`);
    await expect(store.put(key, Readable.from(['a']))).rejects.toThrow('is not a valid object key');
    await expect(store.read(key)).rejects.toThrow('is not a valid object key');
    await expect(store.delete(key)).rejects.toThrow('is not a valid object key');
  });
});
