import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { bucketClient } from './bucket-client.ts';
import { ObjectStoreError, openBucket } from './index.ts';
import type { ObjectStore } from './index.ts';
import { openTestBucket } from './testing/bucket.ts';
import type { TestBucket } from './testing/bucket.ts';

/** So many MiB: six are more than the first part of an upload. */
const chunksOf = (mebibytes: number) => Array.from({ length: mebibytes }, () => Buffer.alloc(1024 * 1024));

/** Begins an upload as somebody does who is killed then. */
async function beginUpload({ address }: TestBucket, Key: string): Promise<void> {
  await bucketClient(address).send(new CreateMultipartUploadCommand({ Bucket: address.bucket, Key }));
}

/** Keys of uploads that are not whole. */
async function unfinishedUploads({ address }: TestBucket): Promise<string[]> {
  const answer = await fetch(`${address.endpoint}/${address.bucket}?uploads`);
  return [...(await answer.text()).matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = '']) => key);
}

describe('a bucket', () => {
  let bucket: TestBucket;
  let store: ObjectStore;
  beforeEach(async () => {
    bucket = await openTestBucket({ knowsConditions: true });
    store = openBucket(bucket.address);
  });
  afterEach(() => bucket.close());

  it('that is gone is an error that says which, without its key, and works again when it is back', async () => {
    await store.put('a', 'a');
    await bucket.takeAway();
    const tries: [string, Promise<unknown>][] = [
      ['read a', store.read('a')],
      ['look for a', store.exists('a')],
      ['keep b', store.put('b', 'b')],
      ['keep b', store.put('b', Readable.from(['b']))],
      ['make b', store.create('b', 'b')],
      ['remove a', store.delete('a')],
      ['list it', store.list('')],
      ['list it', store.listObjects('')],
      ['touch a', store.touch('a')],
      ['clear it', store.removeUnfinished('', new Date())],
    ];
    for (const [what, asked] of tries) {
      const error: unknown = await asked.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ObjectStoreError);
      expect(String(error)).toMatch(new RegExp(`http://127\\.0\\.0\\.1:\\d+/solvent-files could not ${what}: .*ECONNREFUSED`));
      expect(String(error)).not.toContain('S3RVER');
    }
    await bucket.bringBack();
    const content = await store.read('a');
    expect(content && (await text(content))).toBe('a');
    expect(await store.exists('b')).toBe(false);
  });

  it('that is gone in the middle of a stream is an error, and whoever sends is let go', async () => {
    const sent = Readable.from(
      (async function* () {
        yield* chunksOf(6);
        await bucket.takeAway();
        yield* chunksOf(6);
      })(),
      { highWaterMark: 1 },
    );
    await expect(store.put('a', sent)).rejects.toBeInstanceOf(ObjectStoreError);
    expect(sent.destroyed).toBe(true);
    await bucket.bringBack();
    expect(await store.exists('a')).toBe(false);
  });

  it('that nobody made is an error', async () => {
    const other = openBucket({ ...bucket.address, bucket: 'other' });
    await expect(other.read('a')).rejects.toThrow(/could not read a: .*bucket/i);
  });

  it('keeps no parts of a stream that breaks', async () => {
    let begun: string[] = [];
    const sent = Readable.from(
      (async function* () {
        yield* chunksOf(6);
        while (begun.length === 0) begun = await unfinishedUploads(bucket);
        throw new Error('cut off');
      })(),
      { highWaterMark: 1 },
    );
    await expect(store.put('a', sent)).rejects.toThrow('cut off');
    expect(begun).toEqual(['a']);
    expect(await unfinishedUploads(bucket)).toEqual([]);
  });

  it('loses the parts of writers that were killed, and not those of others', async () => {
    for (const key of ['modules/killed', 'modules-2/killed']) await beginUpload(bucket, key);
    await store.removeUnfinished('modules', new Date(Date.now() - 3_600_000));
    expect((await unfinishedUploads(bucket)).toSorted()).toEqual(['modules-2/killed', 'modules/killed']);
    await store.removeUnfinished('modules', new Date(Date.now() + 3_600_000));
    expect(await unfinishedUploads(bucket)).toEqual(['modules-2/killed']);
  });

  it('gives all pages of its list', async () => {
    const pages = [
      '<IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken><Contents><Key>in/a</Key></Contents>',
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
    const bound = server.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    const other = openBucket({ ...bucket.address, endpoint: `http://127.0.0.1:${port}` });
    expect(await other.list('in')).toEqual(['in/a', 'in/b']);
    expect(asked).toEqual([undefined, 'continuation-token=more']);
    server.close();
  });
});
