import { GetObjectCommand, ListObjectsV2Command, NoSuchKey } from '@aws-sdk/client-s3';
import { bucketClient, STORE_SILENT } from './bucket-client.ts';
import type { BucketAddress } from './bucket-address.ts';

/** A store that has not answered after this (ms) counts as gone, tries and all. */
const TIMEOUT = 8000;

/** Nothing is under it. */
const NO_KEY = 'solvent-start-check';

/** Why something that settings name cannot be used. */
export interface Problem {
  /** What is wrong and what to do. */
  sentence: string;
  /** Whether it may only be away, so that it may be well in a moment; else the settings are wrong. */
  away: boolean;
}

/**
 * Why a bucket cannot be used; undefined where it can be listed and read. Whether it can be written is not asked: nothing is.
 *
 * @param setting the variable that names it, such as `FILES_URL`
 */
export async function bucketProblem(setting: string, address: BucketAddress): Promise<Problem | undefined> {
  const client = bucketClient(address);
  const { bucket: Bucket, endpoint } = address;
  const abortSignal = AbortSignal.timeout(TIMEOUT);
  try {
    await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1, Prefix: NO_KEY }), { abortSignal });
    await client.send(new GetObjectCommand({ Bucket, Key: NO_KEY }), { abortSignal });
    return undefined;
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    const reason = abortSignal.aborted ? SILENT : reasonOf(error, Bucket);
    return { sentence: `${setting} names a store at ${endpoint}, but ${reason}.`, away: reason === SILENT || isAway(error) };
  } finally {
    client.destroy();
  }
}

const SILENT = 'it does not answer: see to the store, or correct the address';

/** The error's own text is not repeated: it is the store's. */
function reasonOf(error: unknown, bucket: string): string {
  const { name, code, $metadata } = partsOf(error);
  const status = $metadata?.httpStatusCode;
  if (name === STORE_SILENT) return SILENT;
  if (name === 'NoSuchBucket' || status === 404) return `there is no bucket called ${bucket}: make it, or correct the address`;
  if (status === 403 || status === 401) return 'it does not take the key and the secret: correct them, or what they may do';
  if (status !== undefined) return `it answers ${status}: see to the store, or correct the address`;
  return `it cannot be reached (${code ?? name}): start the store, or correct the address`;
}

/** It has no answer, or one that says that it is the store's fault. */
function isAway(error: unknown): boolean {
  const { code = '', $metadata } = partsOf(error);
  const status = $metadata?.httpStatusCode;
  return status === undefined ? /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)/.test(code) : status >= 500;
}

/** What errors of the SDK and of networks have. */
interface ErrorParts {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const partsOf = (error: unknown): ErrorParts => (typeof error === 'object' && error !== null ? error : {});
