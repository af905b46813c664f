import type { BucketAddress } from '@solvent/delivery/releases';
import { StartupError } from '../config/startup-error.ts';
import { AppError } from '../errors/app-error.ts';
import { errorCode } from '../errors/error-code.ts';

/** What the store of a bucket fails with, for callers: 503, and worth another try. The log has the cause. */
export const bucketGone = (cause: unknown): AppError =>
  new AppError('unavailable', 'Files are not available just now. Please try again in a moment.', { cause, retryAfter: 5 });

/** The innermost error: the libraries wrap what happened. */
function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? innermost(error.cause) : error;
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

/** The HTTP status that the store answered with. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

function reasonOf(error: unknown, bucket: string): string {
  const status = statusOf(error);
  if (nameOf(error) === 'NoSuchBucket' || status === 404) return `there is no bucket called ${bucket}: make it`;
  if (status === 403 || status === 401) return 'it does not take the key and the secret: correct them, and what they may do';
  if (status !== undefined) return `it answers ${status}: see to the store`;
  return `it cannot be reached (${errorCode(error) ?? nameOf(error)}): start the store, or correct the address`;
}

/** Why a server does not start whose bucket cannot be used, and what to do. */
export function bucketStartupError({ endpoint, bucket }: BucketAddress, error: unknown): StartupError {
  return new StartupError(`FILES_URL names a store at ${endpoint}, but ${reasonOf(innermost(error), bucket)}. Then start again.`);
}
