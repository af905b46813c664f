import { tracingChannel } from 'node:diagnostics_channel';

/** `operation`: name of the S3 command, such as `PutObject`. */
export interface BucketCall {
  bucket: string;
  operation: string;
}

/** Traces all bucket calls of this process. */
export const bucketCalls = tracingChannel<unknown, BucketCall>('solvent:bucket');
