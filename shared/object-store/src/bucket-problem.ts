import { GetObjectCommand, ListObjectsV2Command, NoSuchKey } from '@aws-sdk/client-s3';
import { createBucketClient, STORE_TIMEOUT } from './bucket-client.ts';
import type { BucketAddress } from './bucket-address.ts';

// Timeout of the whole check, including retries of the SDK.
const TIMEOUT_MS = 8000;

/** A key that does not exist. */
const PROBE_KEY = 'solvent-start-check';

export interface Problem {
  sentence: string;
  /** Whether it may be temporary; otherwise the settings are wrong. */
  away: boolean;
}

/** Checks that a bucket can be listed and read. @param setting variable with its address */
export async function bucketProblem(setting: string, address: BucketAddress): Promise<Problem | undefined> {
  const client = createBucketClient(address);
  const { bucket: Bucket, endpoint } = address;
  const abortSignal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1, Prefix: PROBE_KEY }), { abortSignal });
    await client.send(new GetObjectCommand({ Bucket, Key: PROBE_KEY }), { abortSignal });
    return undefined;
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    const reason = abortSignal.aborted ? NO_RESPONSE : describeReason(error, Bucket);
    return {
      sentence: `${setting} names a store at ${endpoint}, but ${reason}.`,
      away: reason === NO_RESPONSE || isTemporary(error),
    };
  } finally {
    client.destroy();
  }
}

const NO_RESPONSE = 'it does not respond: check the store, or correct the address';

/** Omits the error's own text, which the store controls. */
function describeReason(error: unknown, bucket: string): string {
  const { name, code, $metadata } = toErrorDetails(error);
  const status = $metadata?.httpStatusCode;
  if (name === STORE_TIMEOUT) return NO_RESPONSE;
  if (name === 'NoSuchBucket' || status === 404) return `the bucket ${bucket} does not exist: create it, or correct the address`;
  if (status === 403 || status === 401) return 'it rejects the key and secret: correct them, or their permissions';
  if (status !== undefined) return `it responds with ${status}: check the store, or correct the address`;
  return `it cannot be reached (${code ?? name}): start the store, or correct the address`;
}

function isTemporary(error: unknown): boolean {
  const { code = '', $metadata } = toErrorDetails(error);
  const status = $metadata?.httpStatusCode;
  return status === undefined ? /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)/.test(code) : status >= 500;
}

interface ErrorDetails {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const toErrorDetails = (error: unknown): ErrorDetails => (typeof error === 'object' && error !== null ? error : {});
