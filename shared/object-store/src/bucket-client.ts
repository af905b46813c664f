import { S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from './bucket-address.ts';
import { bucketCalls } from './bucket-calls.ts';

/** A store that says nothing for so long is gone (ms), however long what it says or hears may be. */
export const STORE_SILENCE_MAX = 4000;
/** The name of the error that tells of it. */
export const STORE_SILENT = 'StoreSilent';
/** A connection that was not used for so long may be dead (ms). */
const agent = { timeout: STORE_SILENCE_MAX };

/** How long a store may take to take a connection, and to say something on one (ms). */
const REQUEST_TIMEOUTS = {
  connectionTimeout: 3000,
  socketTimeout: STORE_SILENCE_MAX,
  httpAgent: agent,
  httpsAgent: agent,
} as const;

/** Asks a bucket. Other makers' stores know neither the newer checksums nor rights of single objects, and not all have names for buckets. */
export function bucketClient({ endpoint, region, credentials, bucket }: BucketAddress): S3Client {
  // Which Node the product needs is said at its start; the version of the SDK is pinned to one that runs on it.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: REQUEST_TIMEOUTS,
  });
  waitOnce(client);
  tellOfCalls(client, bucket);
  return client;
}

/** What the library waited for in vain it would wait for twice more: under another name it does not. */
function waitOnce(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError' && !('code' in error)) error.name = STORE_SILENT;
        throw error;
      }
    },
    { step: 'deserialize', priority: 'low', name: 'waitOnce' },
  );
}

/** Says of each call, with all its tries, what it was and how it ended. */
function tellOfCalls(client: S3Client, bucket: string): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const operation = (commandName ?? 'unknown').replace(/Command$/, '');
        return bucketCalls.tracePromise(() => next(args), { bucket, operation });
      },
    { step: 'initialize', priority: 'high', name: 'tellOfCalls' },
  );
}
