import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import type { ListedObject, ObjectStore } from './object-store.ts';

type Create = ObjectStore['create'];

/** What a bucket is told to say of an object. */
export type SentHeaders = Pick<PutObjectCommandInput, 'ContentType' | 'ContentEncoding' | 'CacheControl'>;

/** What any bucket can do. */
interface Bucket {
  put(key: string, content: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  list(folder: string): Promise<ListedObject[]>;
  delete(key: string): Promise<void>;
}

/** What the bucket is asked once, to see whether it knows the condition: writing it a second time must fail. */
const TRIAL = 'knows-conditions';

/**
 * Conditional writes (`If-None-Match: *`) where the bucket knows them; where it takes no notice of the condition, writers
 * take turns by claims.
 */
export function createOnce(client: S3Client, name: string, bucket: Bucket, headersOf: (key: string) => SentHeaders): Create {
  const conditional = conditionalCreate(client, name, headersOf);
  let way: Promise<Create> | undefined;
  return async (key, content) => {
    way ??= knowsConditions(conditional).then((knows) => (knows ? conditional : claimedCreate(bucket)));
    const create = await way.catch((error: unknown) => {
      way = undefined; // the store was gone: ask again next time
      throw error;
    });
    return create(key, content);
  };
}

async function knowsConditions(create: Create): Promise<boolean> {
  try {
    // Whoever was here before has left it there. Each writes another text, or the second could not be told from the first.
    return !(await create(TRIAL, 'one')) || !(await create(TRIAL, 'another'));
  } catch (error) {
    if (statusOf(error) === 501) return false;
    throw error;
  }
}

function conditionalCreate(client: S3Client, Bucket: string, headersOf: (key: string) => SentHeaders): Create {
  return async function create(Key, Body): Promise<boolean> {
    try {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, IfNoneMatch: '*', ...headersOf(Key) }));
      return true;
    } catch (error) {
      // Somebody writes it at this moment, and may yet fail.
      if (statusOf(error) === 409) return pause().then(() => create(Key, Body));
      if (statusOf(error) !== 412) throw error;
      // Where the answer to the first try was lost, what is there now is ours.
      const { Body: there } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return (await there?.transformToString()) === Body;
    }
  };
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined);

/** Where claims lie, beside everything else. */
const CLAIMS = 'claims';

/** A claim so old is of somebody who died: nobody holds one longer than {@link HELD_AT_MOST} (ms). */
const CLAIM_DIES = 300_000;

/** How long a writer trusts its own claim (ms). Far below the other, since one request may take as long as a bucket is waited for. */
const HELD_AT_MOST = 20_000;

/** How long somebody waits who met another one: not all the same time, or they would meet again. */
const pause = () => wait(randomInt(20, 200));

/**
 * For buckets that only read, write and list, all of them consistently. Each writer first lays down a claim and then looks who
 * else has one: whoever looks later sees the other's claim, or what the other has made, so two never both go on. Who sees
 * another claim takes its own back and tries again.
 */
function claimedCreate(bucket: Bucket): Create {
  return async (key, content) => {
    for (;;) {
      if (await bucket.exists(key)) return false;
      const outcome = await underClaim(bucket, key, async () => {
        if (await bucket.exists(key)) return false;
        await bucket.put(key, content);
        return true;
      });
      if (outcome !== 'busy') return outcome;
      await pause();
    }
  };
}

async function underClaim(bucket: Bucket, key: string, work: () => Promise<boolean>): Promise<boolean | 'busy'> {
  const folder = `${CLAIMS}/${key}`;
  const claim = `${folder}/${randomUUID()}`;
  await bucket.put(claim, 'claim');
  const since = Date.now();
  try {
    if (await isClaimedByOthers(bucket, folder, claim)) return 'busy';
    return Date.now() - since > HELD_AT_MOST ? 'busy' : await work();
  } finally {
    await bucket.delete(claim);
  }
}

async function isClaimedByOthers(bucket: Bucket, folder: string, own: string): Promise<boolean> {
  const claims = await bucket.list(folder);
  const now = claims.find(({ key }) => key === own)?.writtenAt ?? new Date();
  const others = claims.filter(({ key }) => key !== own);
  const dead = others.filter(({ writtenAt }) => now.getTime() - writtenAt.getTime() > CLAIM_DIES);
  for (const { key } of dead) await bucket.delete(key);
  return others.length > dead.length;
}
