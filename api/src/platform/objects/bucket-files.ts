import { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { bucketClient, STORE_SILENCE_MAX } from '@solvent/delivery/releases';
import type { BucketAddress } from '@solvent/delivery/releases';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { bucketGone } from './bucket-gone.ts';
import type { ByteRange, FileStore } from './file-store.ts';
import { SilenceLimit } from './silence-limit.ts';
import { spooled } from './spool.ts';

/** The client takes it for silence of the store, too, that somebody reads slowly: pauses a film, has a bad line. */
function unhurried(content: IncomingMessage): Readable {
  if (!content.complete) content.socket.setTimeout(0);
  // Who reads hears of what goes wrong.
  return pipeline(content, new SilenceLimit(STORE_SILENCE_MAX), () => undefined);
}

/** The library reads whole objects alone, and does not tell one that is missing from a store that is. */
async function read(client: S3Client, Bucket: string, Key: string, range?: ByteRange): Promise<Readable | undefined> {
  const part = range && { Range: `bytes=${range.first}-${range.last}` };
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...part }));
    if (!(Body instanceof IncomingMessage)) throw new Error(`The bucket gave no content of ${Key}`);
    return unhurried(Body);
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** A page of a bucket's list holds a thousand keys at most. */
async function list(disk: Disk, folder: string): Promise<string[]> {
  const keys: string[] = [];
  let paginationToken: string | undefined;
  do {
    const page = await disk.listAll(folder, paginationToken === undefined ? {} : { paginationToken });
    for (const found of page.objects) if (found.isFile) keys.push(found.key);
    ({ paginationToken } = page);
  } while (paginationToken !== undefined);
  return keys;
}

/** Done, or {@link bucketGone}. */
async function asked<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    throw bucketGone(error);
  }
}

/**
 * A {@link FileStore} in a bucket that is there already. Buckets take nothing whose size they do not know: streams wait on disk.
 * What the store fails with is {@link bucketGone}.
 */
export function createBucketFiles(address: BucketAddress): FileStore {
  const client = bucketClient(address);
  const { bucket } = address;
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }));
  const putStream = (key: string, content: Readable) =>
    spooled(content, (held, contentLength) =>
      asked(contentLength === 0 ? disk.put(key, new Uint8Array()) : disk.putStream(key, held, { contentLength })),
    );
  return {
    put: (key, content) => (content instanceof Readable ? putStream(key, content) : asked(disk.put(key, content))),
    read: (key, range) => asked(read(client, bucket, key, range)),
    delete: (key) => asked(disk.delete(key)),
    list: (folder) => asked(list(disk, folder)),
  };
}
