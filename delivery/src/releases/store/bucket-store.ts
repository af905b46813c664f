import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import type { BucketAddress } from './bucket-address.ts';
import { bucketClient } from './bucket-client.ts';
import { exclusiveCreate } from './exclusive-create.ts';
import { listBucket } from './list-bucket.ts';
import type { RawStore } from './raw-store.ts';

/** The store in a bucket. An object is whole as soon as it is there, so that only {@link RawStore.create} needs care. */
export function openBucketStore(address: BucketAddress): RawStore {
  const client = bucketClient(address);
  const { bucket, endpoint } = address;
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }));
  return {
    place: `${endpoint}/${bucket}`,
    put: (key, bytes) => disk.put(key, bytes),
    create: exclusiveCreate(client, bucket, disk),
    replace: (key, text) => disk.put(key, text),
    read: (key) => read(client, bucket, key),
    exists: (key) => disk.exists(key),
    list: async (folder) => (await listBucket(disk, folder)).map(({ key }) => key),
    remove: (key) => disk.delete(key),
  };
}

/** The library does not tell an object that is missing from a store that is. */
async function read(client: S3Client, Bucket: string, Key: string): Promise<Buffer | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return Body && Buffer.from(await Body.transformToByteArray());
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}
