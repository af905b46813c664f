import { S3Client } from '@aws-sdk/client-s3';
import type { BucketAddress } from './bucket-address.ts';

/** How long a store may take to take a connection, and to say something on one (ms). */
const PATIENCE = { connectionTimeout: 3000, socketTimeout: 20_000 } as const;

/** Asks a bucket. Other makers' stores know neither the newer checksums nor rights of single objects, and not all have names for buckets. */
export function bucketClient({ endpoint, region, credentials }: BucketAddress): S3Client {
  // Which Node the product needs is said at its start; the version of the SDK is pinned to one that runs on it.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  return new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: PATIENCE,
  });
}
