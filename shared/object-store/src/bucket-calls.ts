import { tracingChannel } from 'node:diagnostics_channel';
import { S3ServiceException } from '@aws-sdk/client-s3';

/** `operation`: name of the S3 command, such as `PutObject`. */
export interface BucketCall {
  bucket: string;
  operation: string;
}

/** Traces all bucket calls of this process. */
export const bucketCalls = tracingChannel<unknown, BucketCall>('solvent:bucket');

/** A missing key, or a lost race for a conditional write, is a normal result. */
export const isBucketFailure = (error: unknown): boolean =>
  error !== undefined && !(error instanceof S3ServiceException && [404, 409, 412].includes(error.$metadata.httpStatusCode ?? 0));
