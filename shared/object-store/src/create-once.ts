import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import type { ListedObject, ObjectStore } from './object-store.ts';

type Create = ObjectStore['create'];

export type SentHeaders = Pick<PutObjectCommandInput, 'ContentType' | 'ContentEncoding' | 'CacheControl'>;

interface Bucket {
  put(key: string, content: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  list(folder: string): Promise<ListedObject[]>;
  delete(key: string): Promise<void>;
}

/** Written twice to detect whether the bucket supports conditions: the second write must fail. */
const TRIAL_KEY = 'knows-conditions';

/** Creates objects by conditional writes (`If-None-Match: *`), or by claims if the bucket ignores the condition. */
export function createOnce(client: S3Client, name: string, bucket: Bucket, getHeaders: (key: string) => SentHeaders): Create {
  const conditional = createByCondition(client, name, getHeaders);
  let strategy: Promise<Create> | undefined;
  return async (key, content) => {
    strategy ??= supportsConditions(conditional).then((isSupported) => (isSupported ? conditional : createByClaims(bucket)));
    const create = await strategy.catch((error: unknown) => {
      strategy = undefined; // Detect again next time: the store was unavailable.
      throw error;
    });
    return create(key, content);
  };
}

async function supportsConditions(create: Create): Promise<boolean> {
  try {
    // The key may exist from an earlier process. The contents differ, as createByCondition treats equal content as its own.
    return !(await create(TRIAL_KEY, 'one')) || !(await create(TRIAL_KEY, 'another'));
  } catch (error) {
    if (getStatus(error) === 501) return false;
    throw error;
  }
}

function createByCondition(client: S3Client, Bucket: string, getHeaders: (key: string) => SentHeaders): Create {
  return async function create(Key, Body): Promise<boolean> {
    try {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, IfNoneMatch: '*', ...getHeaders(Key) }));
      return true;
    } catch (error) {
      // 409: a concurrent write has not ended and may still fail, so try again.
      if (getStatus(error) === 409) return waitRandomly().then(() => create(Key, Body));
      if (getStatus(error) !== 412) throw error;
      // If the response to a first attempt was lost, the stored content is ours.
      const { Body: stored } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return (await stored?.transformToString()) === Body;
    }
  };
}

const getStatus = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined);

const CLAIMS_FOLDER = 'claims';

/** Claims older than this (ms) belong to crashed writers and are deleted. */
const CLAIM_EXPIRY_MS = 300_000;

/** How long a writer relies on its claim (ms); far below the expiry, since a request can take long. */
const CLAIM_MAX_MS = 20_000;

/** A random delay keeps two writers from colliding again. */
const waitRandomly = () => wait(randomInt(20, 200));

// For buckets without conditions: a writer writes a claim, then lists claims. The later of two writers sees the other's claim or
// object; a writer that sees another claim removes its own and retries.
function createByClaims(bucket: Bucket): Create {
  return async (key, content) => {
    for (;;) {
      if (await bucket.exists(key)) return false;
      const outcome = await runWithClaim(bucket, key, async () => {
        if (await bucket.exists(key)) return false;
        await bucket.put(key, content);
        return true;
      });
      if (outcome !== 'busy') return outcome;
      await waitRandomly();
    }
  };
}

async function runWithClaim(bucket: Bucket, key: string, write: () => Promise<boolean>): Promise<boolean | 'busy'> {
  const folder = `${CLAIMS_FOLDER}/${key}`;
  const claim = `${folder}/${randomUUID()}`;
  await bucket.put(claim, 'claim');
  const since = Date.now();
  try {
    if (await isClaimedByOthers(bucket, folder, claim)) return 'busy';
    return Date.now() - since > CLAIM_MAX_MS ? 'busy' : await write();
  } finally {
    await bucket.delete(claim);
  }
}

async function isClaimedByOthers(bucket: Bucket, folder: string, ownClaim: string): Promise<boolean> {
  const claims = await bucket.list(folder);
  const now = claims.find(({ key }) => key === ownClaim)?.writtenAt ?? new Date();
  const others = claims.filter(({ key }) => key !== ownClaim);
  const expired = others.filter(({ writtenAt }) => now.getTime() - writtenAt.getTime() > CLAIM_EXPIRY_MS);
  for (const { key } of expired) await bucket.delete(key);
  return others.length > expired.length;
}
