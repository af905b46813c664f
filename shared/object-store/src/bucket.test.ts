import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { createBucketClient } from './bucket-client.ts';
import { ObjectStoreError, openBucket } from './index.ts';
import type { ObjectStore } from './index.ts';
import { openTestBucket } from './testing/bucket.ts';
import type { TestBucket } from './testing/bucket.ts';

// Six MiB exceed the first part of a multipart upload.
const createChunks = (mebibytes: number) => Array.from({ length: mebibytes }, () => Buffer.alloc(1024 * 1024));

async function beginUpload({ address }: TestBucket, Key: string): Promise<void> {
  await createBucketClient(address).send(new CreateMultipartUploadCommand({ Bucket: address.bucket, Key }));
}

async function unfinishedUploads({ address }: TestBucket): Promise<string[]> {
  const answer = await fetch(`${address.endpoint}/${address.bucket}?uploads`);
  return [...(await answer.text()).matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = '']) => key);
}

describe('bucket', () => {
  let bucket: TestBucket;
  let store: ObjectStore;
  beforeEach(async () => {
    bucket = await openTestBucket({ knowsConditions: true });
    store = openBucket(bucket.address);
  });
  afterEach(() => bucket.close());

  it('throws an error without the secret while down, and works again once up', async () => {
    await store.put('a', 'a');
    await bucket.takeAway();
    const tries: [string, Promise<unknown>][] = [
      ['read a', store.read('a')],
      ['find a', store.exists('a')],
      ['write b', store.put('b', 'b')],
      ['write b', store.put('b', Readable.from(['b']))],
      ['create b', store.create('b', 'b')],
      ['remove a', store.delete('a')],
      ['list it', store.list('')],
      ['list it', store.listObjects('')],
      ['touch a', store.touch('a')],
      ['clean up it', store.removeUnfinished('', new Date())],
    ];
    for (const [what, promise] of tries) {
      const error: unknown = await promise.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ObjectStoreError);
      expect(String(error)).toMatch(new RegExp(`http://127\\.0\\.0\\.1:\\d+/solvent-files could not ${what}: .*ECONNREFUSED`));
      expect(String(error)).not.toContain('S3RVER');
    }
    await bucket.bringBack();
    const content = await store.read('a');
    expect(content && (await text(content))).toBe('a');
    expect(await store.exists('b')).toBe(false);
  });

  it('throws if it fails during a stream, and destroys the stream', async () => {
    const sent = Readable.from(
      (async function* () {
        yield* createChunks(6);
        await bucket.takeAway();
        yield* createChunks(6);
      })(),
      { highWaterMark: 1 },
    );
    await expect(store.put('a', sent)).rejects.toBeInstanceOf(ObjectStoreError);
    expect(sent.destroyed).toBe(true);
    await bucket.bringBack();
    expect(await store.exists('a')).toBe(false);
  });

  it('throws if it does not exist', async () => {
    const other = openBucket({ ...bucket.address, bucket: 'other' });
    await expect(other.read('a')).rejects.toThrow(/could not read a: .*bucket/i);
  });

  it('removes the parts of a failed stream', async () => {
    let started: string[] = [];
    const sent = Readable.from(
      (async function* () {
        yield* createChunks(6);
        while (started.length === 0) started = await unfinishedUploads(bucket);
        throw new Error('cut off');
      })(),
      { highWaterMark: 1 },
    );
    await expect(store.put('a', sent)).rejects.toThrow('cut off');
    expect(started).toEqual(['a']);
    expect(await unfinishedUploads(bucket)).toEqual([]);
  });

  it('removes uploads of killed writers in one folder only', async () => {
    for (const key of ['modules/killed', 'modules-2/killed']) await beginUpload(bucket, key);
    await store.removeUnfinished('modules', new Date(Date.now() - 3_600_000));
    expect((await unfinishedUploads(bucket)).toSorted()).toEqual(['modules-2/killed', 'modules/killed']);
    await store.removeUnfinished('modules', new Date(Date.now() + 3_600_000));
    expect(await unfinishedUploads(bucket)).toEqual(['modules-2/killed']);
  });

  it('lists all pages', async () => {
    const pages = [
      '<IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken><Contents><Key>in/a</Key></Contents>',
      '<Contents><Key>in/b</Key></Contents>',
    ];
    const promise: (string | undefined)[] = [];
    // The test store cannot return a second page with this version of Node.
    const server = createServer((request, response) => {
      promise.push(/continuation-token=\w+/.exec(request.url ?? '')?.[0]);
      response.end(`<ListBucketResult>${pages.shift() ?? ''}</ListBucketResult>`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    const other = openBucket({ ...bucket.address, endpoint: `http://127.0.0.1:${port}` });
    expect(await other.list('in')).toEqual(['in/a', 'in/b']);
    expect(promise).toEqual([undefined, 'continuation-token=more']);
    server.close();
  });
});
