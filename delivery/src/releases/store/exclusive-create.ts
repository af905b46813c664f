import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Disk } from 'flydrive';
import { claimedCreate } from './claimed-create.ts';

/** Writes an object that must not be there yet; false where it is. */
export type Create = (key: string, text: string) => Promise<boolean>;

/** What the bucket is asked once, to see whether it knows the condition: writing it a second time must fail. */
const TRIAL = 'knows-conditions';

/**
 * Conditional writes (`If-None-Match: *`) where the bucket knows them; where it takes no notice of the condition, writers
 * take turns by claims.
 */
export function exclusiveCreate(client: S3Client, bucket: string, disk: Disk): Create {
  const conditional = conditionalCreate(client, bucket, disk);
  const claimed = claimedCreate(disk);
  let way: Promise<Create> | undefined;
  return async (key, text) => {
    way ??= knowsConditions(conditional).then((knows) => (knows ? conditional : claimed));
    const create = await way.catch((error: unknown) => {
      way = undefined; // the store was gone: ask again next time
      throw error;
    });
    return create(key, text);
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

function conditionalCreate(client: S3Client, Bucket: string, disk: Disk): Create {
  return async function create(Key, text): Promise<boolean> {
    const ContentType = 'application/json';
    try {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: text, ContentType, IfNoneMatch: '*' }));
      return true;
    } catch (error) {
      // Somebody writes it at this moment, and may yet fail.
      if (statusOf(error) === 409) return wait(randomInt(20, 200)).then(() => create(Key, text));
      if (statusOf(error) !== 412) throw error;
      // Where the answer to the first try was lost, what is there now is ours.
      return (await disk.get(Key)) === text;
    }
  };
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined);
