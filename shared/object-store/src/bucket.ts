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
import { bucketClient, STORE_SILENCE_MAX } from './bucket-client.ts';
import type { BucketAddress } from './bucket-address.ts';
import { createOnce } from './create-once.ts';
import type { SentHeaders } from './create-once.ts';
import { sayingWhatFailed } from './object-store.ts';
import type { ByteRange, Describe, ListedObject, ObjectHeaders, ObjectStore, Told } from './object-store.ts';

/** Where an object is put, and what is said of it. */
type AboutObject = { Bucket: string; Key: string } & SentHeaders;

/**
 * Objects in a bucket that is there already; an object is whole as soon as it is there.
 *
 * @param tell what callers are thrown; default: {@link ObjectStoreError} @param describe what the bucket says of each object; default: nothing
 */
export function openBucket(address: BucketAddress, tell?: Told, describe: Describe = () => ({})): ObjectStore {
  const client = bucketClient(address);
  const { bucket: Bucket, endpoint } = address;
  const asked = {
    async put(Key: string, Body: string | Uint8Array) {
      // Of an empty one the library does not say it.
      const ContentLength = Buffer.byteLength(Body);
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength, ...headersOf(describe(Key)) }));
    },
    exists: (Key: string) =>
      unless(NotFound, false, async () => {
        await client.send(new HeadObjectCommand({ Bucket, Key }));
        return true;
      }),
    list: (folder: string) => list(client, Bucket, folder),
    async delete(Key: string) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
  const store: Omit<ObjectStore, 'readAll'> = {
    ...asked,
    place: `${endpoint}/${Bucket}`,
    put: (key, content) =>
      content instanceof Readable
        ? upload(client, { Bucket, Key: key, ...headersOf(describe(key)) }, content)
        : asked.put(key, content),
    create: createOnce(client, Bucket, asked, (key) => headersOf(describe(key))),
    read: (key, range) => read(client, Bucket, key, range),
    list: async (folder) => (await asked.list(folder)).map(({ key }) => key),
    folders: () => folders(client, Bucket),
    listObjects: asked.list,
    touch: (key) => copyOntoItself(client, { Bucket, Key: key, ...headersOf(describe(key)) }),
    async removeFolder(folder) {
      for (const { key } of await asked.list(folder)) await asked.delete(key);
    },
    removeUnfinished: (folder, before) => abortUploads(client, { Bucket, Prefix: prefixOf(folder) }, before),
  };
  return sayingWhatFailed(store, tell);
}

/** The library takes no undefined ones. */
const headersOf = ({ contentType, contentEncoding, cacheControl }: ObjectHeaders): SentHeaders => ({
  ...(contentType === undefined ? {} : { ContentType: contentType }),
  ...(contentEncoding === undefined ? {} : { ContentEncoding: contentEncoding }),
  ...(cacheControl === undefined ? {} : { CacheControl: cacheControl }),
});

async function unless<Value, Missing>(
  kind: new (...args: never[]) => Error,
  missing: Missing,
  ask: () => Promise<Value>,
): Promise<Value | Missing> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof kind) return missing;
    throw error;
  }
}

/**
 * In parts of 5 MiB, one of which is in memory while it is sent: less than one is sent as it is, and a stream that is slow keeps
 * no connection waiting. Parts of an upload that fails are removed; not waited for where it is the store that failed.
 */
async function upload(client: S3Client, about: AboutObject, Body: Readable): Promise<void> {
  const { Bucket, Key } = about;
  const sending = new Upload({ client, params: { ...about, Body }, queueSize: 1, leavePartsOnError: true });
  try {
    await sending.done();
  } catch (error) {
    const { uploadId: UploadId } = sending;
    const removed = UploadId && client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    // What cannot be removed now is found by `removeUnfinished`.
    const done = Promise.resolve(removed).catch(() => undefined);
    if (Body.errored === error) await done;
    throw error;
  }
}

/** The store's own clock says when they began. */
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
        await unless(NoSuchUpload, undefined, () => client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    page = found.IsTruncated ? { KeyMarker: found.NextKeyMarker, UploadIdMarker: found.NextUploadIdMarker } : undefined;
  }
}

/** The list is of all keys that begin so, and "toolbox" begins "toolbox-2", too. */
const prefixOf = (folder: string) => folder && `${folder}/`;

async function list(client: S3Client, Bucket: string, folder: string): Promise<ListedObject[]> {
  const listed: ListedObject[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefixOf(folder) }))
    for (const { Key = '', LastModified = new Date() } of Contents) listed.push({ key: Key, writtenAt: LastModified });
  return listed;
}

async function folders(client: S3Client, Bucket: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { CommonPrefixes = [] } of paginateListObjectsV2({ client }, { Bucket, Delimiter: '/' }))
    for (const { Prefix = '' } of CommonPrefixes) names.push(Prefix.slice(0, -1));
  return names;
}

/** The one way to give an object a new time without sending it. S3 takes such a copy only where it says the metadata anew. */
const copyOntoItself = (client: S3Client, about: AboutObject): Promise<boolean> =>
  unless(NoSuchKey, false, async () => {
    const CopySource = [about.Bucket, ...about.Key.split('/')].map(encodeURIComponent).join('/');
    await client.send(new CopyObjectCommand({ ...about, CopySource, MetadataDirective: 'REPLACE' }));
    return true;
  });

function read(client: S3Client, Bucket: string, Key: string, range?: ByteRange): Promise<Readable | undefined> {
  const part = range && { Range: `bytes=${range.first}-${range.last}` };
  return unless(NoSuchKey, undefined, async () => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...part }));
    if (!(Body instanceof IncomingMessage)) throw new Error(`The bucket gave no content of ${Key}`);
    return unhurried(Body);
  });
}

/** The client takes it for silence of the store, too, that somebody reads slowly: pauses a film, has a bad line. */
function unhurried(content: IncomingMessage): Readable {
  if (!content.complete) content.socket.setTimeout(0);
  // Who reads hears of what goes wrong.
  return pipeline(content, new SilenceLimit(STORE_SILENCE_MAX), () => undefined);
}

/** Passes content on, and fails where the side it comes from says nothing for so long (ms); whoever takes it may take their time. */
class SilenceLimit extends Transform {
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
      if (!this.writableNeedDrain && !this.writableEnded) this.destroy(new Error(`Nothing more came for ${this.#timeout} ms`));
    }, this.#timeout);
  }
}
