import { tracingChannel } from 'node:diagnostics_channel';

/** A call of a bucket, for who watches: which one, and what it does (`PutObject`). */
export interface BucketCall {
  bucket: string;
  operation: string;
}

/** Each call of each bucket of this process. Nothing is done for it while nobody listens. */
export const bucketCalls = tracingChannel<unknown, BucketCall>('solvent:bucket');
