import { S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from './bucket-address.ts';
import { bucketCalls } from './bucket-calls.ts';

/** Inactivity timeout of a store, in ms, for requests and responses of any length. */
export const STORE_IDLE_TIMEOUT_MS = 4000;
export const STORE_TIMEOUT = 'StoreTimeout';
// Connections that were idle longer may be dead.
const agentOptions = { timeout: STORE_IDLE_TIMEOUT_MS };

const REQUEST_TIMEOUTS = {
  connectionTimeout: 3000,
  socketTimeout: STORE_IDLE_TIMEOUT_MS,
  httpAgent: agentOptions,
  httpsAgent: agentOptions,
} as const;

/** Works with S3-compatible stores that support neither the SDK's default checksums nor a host name per bucket. */
export function createBucketClient({ endpoint, region, credentials, bucket }: BucketAddress): S3Client {
  // The product checks the Node version itself, and pins an SDK that supports it.
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
  disableTimeoutRetries(client);
  traceCalls(client, bucket);
  return client;
}

/** The SDK retries errors of this name twice; renames them, as the timeout has already passed. */
function disableTimeoutRetries(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError' && !('code' in error)) error.name = STORE_TIMEOUT;
        throw error;
      }
    },
    { step: 'deserialize', priority: 'low', name: 'waitOnce' },
  );
}

function traceCalls(client: S3Client, bucket: string): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const operation = (commandName ?? 'unknown').replace(/Command$/, '');
        return bucketCalls.tracePromise(() => next(args), { bucket, operation });
      },
    { step: 'initialize', priority: 'high', name: 'tellOfCalls' },
  );
}
