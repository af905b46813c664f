import { IncomingMessage } from 'node:http';
import { pipeline, Readable, Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  NoSuchUpload,
  NotFound,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { ListMultipartUploadsCommandInput, ListMultipartUploadsCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createBucketClient, STORE_IDLE_TIMEOUT_MS } from './bucket-client.ts';
import type { BucketAddress } from './bucket-address.ts';
import { createOnce } from './create-once.ts';
import type { SentHeaders } from './create-once.ts';
import { withErrorMessages } from './object-store.ts';
import type { ByteRange, Describe, ListedObject, ObjectHeaders, ObjectStore, ErrorMapper } from './object-store.ts';

type ObjectParams = { Bucket: string; Key: string } & SentHeaders;

/** Opens an existing bucket. @param describe returns the headers of each object */
export function openBucket(address: BucketAddress, mapError?: ErrorMapper, describe: Describe = () => ({})): ObjectStore {
  const client = createBucketClient(address);
  const { bucket: Bucket, endpoint } = address;
  const calls = {
    async put(Key: string, Body: string | Uint8Array) {
      // The SDK omits the length of an empty body.
      const ContentLength = Buffer.byteLength(Body);
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength, ...toSentHeaders(describe(Key)) }));
    },
    exists: (Key: string) =>
      returnIfThrown(NotFound, false, async () => {
        await client.send(new HeadObjectCommand({ Bucket, Key }));
        return true;
      }),
    list: (folder: string) => list(client, Bucket, folder),
    async delete(Key: string) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
  const store: Omit<ObjectStore, 'readAll'> = {
    ...calls,
    place: `${endpoint}/${Bucket}`,
    put: (key, content) =>
      content instanceof Readable
        ? upload(client, { Bucket, Key: key, ...toSentHeaders(describe(key)) }, content)
        : calls.put(key, content),
    create: createOnce(client, Bucket, calls, (key) => toSentHeaders(describe(key))),
    read: (key, range) => read(client, Bucket, key, range),
    list: async (folder) => (await calls.list(folder)).map(({ key }) => key),
    folders: () => listFolders(client, Bucket),
    listObjects: calls.list,
    touch: (key) => copyInPlace(client, { Bucket, Key: key, ...toSentHeaders(describe(key)) }),
    async removeFolder(folder) {
      for (const { key } of await calls.list(folder)) await calls.delete(key);
    },
    removeUnfinished: (folder, before) => abortUploads(client, { Bucket, Prefix: toPrefix(folder) }, before),
  };
  return withErrorMessages(store, mapError);
}

// The SDK rejects undefined headers.
const toSentHeaders = ({ contentType, contentEncoding, cacheControl }: ObjectHeaders): SentHeaders => ({
  ...(contentType === undefined ? {} : { ContentType: contentType }),
  ...(contentEncoding === undefined ? {} : { ContentEncoding: contentEncoding }),
  ...(cacheControl === undefined ? {} : { CacheControl: cacheControl }),
});

async function returnIfThrown<Value, Missing>(
  kind: new (...args: never[]) => Error,
  missing: Missing,
  request: () => Promise<Value>,
): Promise<Value | Missing> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof kind) return missing;
    throw error;
  }
}

// Uploads in parts of 5 MiB, with one in memory. Smaller content is one request, so that a slow stream holds no connection. On
// failure, removes the parts; waits for that only if the stream failed, not the store.
async function upload(client: S3Client, params: ObjectParams, Body: Readable): Promise<void> {
  const { Bucket, Key } = params;
  const uploading = new Upload({ client, params: { ...params, Body }, queueSize: 1, leavePartsOnError: true });
  try {
    await uploading.done();
  } catch (error) {
    const { uploadId: UploadId } = uploading;
    const removed = UploadId && client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    // `removeUnfinished` removes the rest later.
    const done = Promise.resolve(removed).catch(() => undefined);
    if (Body.errored === error) await done;
    throw error;
  }
}

/** Compares start times by the store's own clock. */
async function abortUploads(
  client: S3Client,
  { Bucket, Prefix }: { Bucket: string; Prefix: string },
  before: Date,
): Promise<void> {
  let page: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined = {};
  while (page) {
    const found: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix, ...page }),
    );
    for (const { Key, UploadId, Initiated } of found.Uploads ?? [])
      if (Initiated && Initiated < before)
        await returnIfThrown(NoSuchUpload, undefined, () =>
          client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
        );
    page = found.IsTruncated ? { KeyMarker: found.NextKeyMarker, UploadIdMarker: found.NextUploadIdMarker } : undefined;
  }
}

/** The slash keeps "toolbox" from matching "toolbox-2". */
const toPrefix = (folder: string) => folder && `${folder}/`;

async function list(client: S3Client, Bucket: string, folder: string): Promise<ListedObject[]> {
  const listed: ListedObject[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: toPrefix(folder) }))
    for (const { Key = '', LastModified = new Date() } of Contents) listed.push({ key: Key, writtenAt: LastModified });
  return listed;
}

async function listFolders(client: S3Client, Bucket: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { CommonPrefixes = [] } of paginateListObjectsV2({ client }, { Bucket, Delimiter: '/' }))
    for (const { Prefix = '' } of CommonPrefixes) names.push(Prefix.slice(0, -1));
  return names;
}

/** Updates an object's modification time without uploading it. S3 copies an object onto itself only with replaced metadata. */
const copyInPlace = (client: S3Client, params: ObjectParams): Promise<boolean> =>
  returnIfThrown(NoSuchKey, false, async () => {
    const CopySource = [params.Bucket, ...params.Key.split('/')].map(encodeURIComponent).join('/');
    await client.send(new CopyObjectCommand({ ...params, CopySource, MetadataDirective: 'REPLACE' }));
    return true;
  });

function read(client: S3Client, Bucket: string, Key: string, range?: ByteRange): Promise<Readable | undefined> {
  const part = range && { Range: `bytes=${range.first}-${range.last}` };
  return returnIfThrown(NoSuchKey, undefined, async () => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...part }));
    if (!(Body instanceof IncomingMessage)) throw new Error(`The bucket returned no content for ${Key}`);
    return allowSlowReaders(Body);
  });
}

/** Replaces the client's socket timeout, which counts a slow reader (a paused video, a slow line) as an inactive store. */
function allowSlowReaders(content: IncomingMessage): Readable {
  if (!content.complete) content.socket.setTimeout(0);
  // Errors reach the reader of the stream.
  return pipeline(content, new InactivityLimit(STORE_IDLE_TIMEOUT_MS), () => undefined);
}

/** Passes content through, and fails if the source is inactive for `timeout` ms; the reader may be slow. */
class InactivityLimit extends Transform {
  readonly #timeout: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeout: number) {
    super();
    this.#timeout = timeout;
    this.#wait();
    this.on('drain', () => this.#wait());
  }

  override _transform(chunk: unknown, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#wait();
    done(null, chunk);
  }

  override _final(done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    done(error);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.writableNeedDrain && !this.writableEnded) this.destroy(new Error(`No data received for ${this.#timeout} ms`));
    }, this.#timeout);
  }
}
