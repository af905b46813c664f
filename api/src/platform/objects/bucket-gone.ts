import { AppError } from '../errors/app-error.ts';

/** What the store of a bucket fails with, for callers: 503, and worth another try. The log has the cause. */
export const bucketGone = (cause: unknown): AppError =>
  new AppError('unavailable', 'Files are not available just now. Please try again in a moment.', { cause, retryAfter: 5 });
