import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { readConfig } from '../config/config.ts';
import { openTestBucket } from '../../testing/bucket.ts';
import type { ByteRange, FileStore } from './file-store.ts';
import { createFiles } from './files.ts';
import { createFolderFiles } from './folder-files.ts';

interface Opened {
  store: FileStore;
  close(): Promise<void>;
}

async function inFolder(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-test-store-'));
  const { bucket } = readConfig({});
  return {
    store: createFiles({ bucket, dataDir: join(folder, 'made', 'when', 'needed') }),
    close: () => rm(folder, { recursive: true }),
  };
}

async function inBucket(): Promise<Opened> {
  const { url, close } = await openTestBucket();
  return { store: createFiles(readConfig({ FILES_URL: url })), close };
}

const spools = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('solvent-spool-'));

describe.each([
  ['folder', inFolder],
  ['bucket', inBucket],
])('files in a %s', (_name, open) => {
  let opened: Opened;
  let store: FileStore;
  beforeEach(async () => {
    opened = await open();
    ({ store } = opened);
  });
  afterEach(() => opened.close());

  async function read(key: string, range?: ByteRange): Promise<string | undefined> {
    const content = await store.read(key, range);
    return content && text(content);
  }

  it('gives back what was put, and the last of two', async () => {
    await store.put('avatars/a.webp', Buffer.from('one'));
    await store.put('avatars/a.webp', Buffer.from('two'));
    expect(await read('avatars/a.webp')).toBe('two');
  });

  it('keeps an empty one', async () => {
    await store.put('incoming/a', new Uint8Array());
    await store.put('incoming/b', Readable.from([]));
    expect(await read('incoming/a')).toBe('');
    expect(await read('incoming/b')).toBe('');
  });

  it('has nothing that was never put', async () => {
    expect(await read('avatars/gone.webp')).toBeUndefined();
  });

  it('deletes one file and no other', async () => {
    await store.put('avatars/a.webp', Buffer.from('a'));
    await store.put('avatars/b.webp', Buffer.from('b'));
    await store.delete('avatars/a.webp');
    expect(await store.list('avatars')).toEqual(['avatars/b.webp']);
    expect(await read('avatars/a.webp')).toBeUndefined();
    expect(await read('avatars/b.webp')).toBe('b');
  });

  it('is content when there is nothing to delete', async () => {
    await expect(store.delete('avatars/gone.webp')).resolves.toBeUndefined();
  });

  it('stores a stream', async () => {
    await store.put('messages/a/0', Readable.from([Buffer.from('one '), Buffer.from('two')]));
    expect(await read('messages/a/0')).toBe('one two');
  });

  it('stores megabytes whose size nobody said, and leaves nothing elsewhere', async () => {
    const chunks = Array.from({ length: 128 }, (_, index) => Buffer.alloc(65_536, index));
    const before = await spools();
    await store.put('modules/a.zip', Readable.from(chunks));
    const content = await store.read('modules/a.zip');
    expect(content && (await buffer(content)).equals(Buffer.concat(chunks))).toBe(true);
    expect(await spools()).toEqual(before);
  });

  it.each([
    ['at once', []],
    ['in the middle', [Buffer.alloc(200_000)]],
  ])('leaves nothing of a stream that breaks %s, and throws its error', async (_when, chunks) => {
    const broken = Readable.from(
      (function* () {
        yield* chunks;
        throw new Error('cut off');
      })(),
    );
    const before = await spools();
    await expect(store.put('messages/a/0', broken)).rejects.toThrow('cut off');
    expect(await store.list('messages/a')).toEqual([]);
    expect(await read('messages/a/0')).toBeUndefined();
    expect(await spools()).toEqual(before);
  });

  it('reads a part', async () => {
    await store.put('a', Buffer.from('0123456789'));
    expect(await read('a', { first: 2, last: 4 })).toBe('234');
    expect(await read('a', { first: 9, last: 9 })).toBe('9');
    expect(await read('b', { first: 2, last: 4 })).toBeUndefined();
  });

  it('lists what lies right under a folder', async () => {
    for (const key of ['in/a', 'in/b', 'in/deeper/c', 'd']) await store.put(key, Buffer.from(key));
    expect((await store.list('in')).toSorted()).toEqual(['in/a', 'in/b']);
    expect(await store.list('nowhere')).toEqual([]);
  });
});

describe('a bucket', () => {
  it('that is gone is an error, not a missing file, and works again when it is back', async () => {
    const { url, close, takeAway, bringBack } = await openTestBucket();
    const store = createFiles(readConfig({ FILES_URL: url }));
    await store.put('a', Buffer.from('a'));
    await takeAway();
    const gone = { statusCode: 503, message: 'Files are not available just now. Please try again in a moment.' };
    await expect(store.read('a')).rejects.toMatchObject({ ...gone, cause: { message: expect.stringContaining('ECONNREFUSED') } });
    await expect(store.put('b', Buffer.from('b'))).rejects.toMatchObject(gone);
    await expect(store.put('b', Readable.from(['b']))).rejects.toMatchObject(gone);
    await expect(store.delete('a')).rejects.toMatchObject(gone);
    await expect(store.list('')).rejects.toMatchObject(gone);
    await bringBack();
    const content = await store.read('a');
    expect(content && (await text(content))).toBe('a');
    expect(await store.read('b')).toBeUndefined();
    await close();
  });

  it('gives all pages of its list', async () => {
    const pages = [
      '<NextContinuationToken>more</NextContinuationToken><Contents><Key>in/a</Key></Contents>',
      '<Contents><Key>in/b</Key></Contents>',
    ];
    const asked: (string | undefined)[] = [];
    // The store of the tests cannot give a second page with this version of Node.
    const server = createServer((request, response) => {
      asked.push(/continuation-token=\w+/.exec(request.url ?? '')?.[0]);
      response.end(`<ListBucketResult>${pages.shift() ?? ''}</ListBucketResult>`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const store = createFiles(readConfig({ FILES_URL: `s3+http://key:secret@127.0.0.1:${port}/solvent-files` }));
    expect(await store.list('in')).toEqual(['in/a', 'in/b']);
    expect(asked).toEqual([undefined, 'continuation-token=more']);
    server.close();
  });
});

describe('a folder', () => {
  it('loses the folder of a thing with its last file, and keeps those of its kind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'solvent-test-store-'));
    const store = createFolderFiles(folder);
    for (const key of ['modules/a/0', 'modules/a/1', 'marks/a']) await store.put(key, Buffer.from(key));
    for (const key of ['modules/a/0', 'marks/a', 'modules/b/0']) await store.delete(key);
    expect(await readdir(join(folder, 'modules', 'a'))).toEqual(['1']);
    await store.delete('modules/a/1');
    expect([await readdir(join(folder, 'modules')), (await readdir(folder)).toSorted()]).toEqual([[], ['marks', 'modules']]);
    await rm(folder, { recursive: true });
  });
});
