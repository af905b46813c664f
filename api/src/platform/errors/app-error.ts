import { ERROR_STATUS } from '@solvent/contracts';
import type { ErrorCode, FieldErrors } from '@solvent/contracts';

/** A failure that is shown to the caller. The code determines the HTTP status; the message is a full sentence. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly errors: FieldErrors | undefined;
  /** Seconds for the Retry-After header. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details: { errors?: FieldErrors; retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.statusCode = ERROR_STATUS[code];
    this.errors = details.errors;
    this.retryAfter = details.retryAfter;
  }
}

/** 404: it does not exist, or is hidden from the caller. */
export const notFound = (what = 'This page') => new AppError('not_found', `${what} does not exist.`);

/** Creates a 404: the API has no such route, so retrying is pointless. @param url its query is dropped because it may contain secrets */
export const unknownRoute = (method: string, url: string) =>
  new AppError('unknown_route', `There is no ${method} ${url.replace(/\?.*$/s, '').slice(0, 200)} on this server.`);

/** Creates a 410: the object was public, and has been removed permanently. */
export const gone = (what: string) => new AppError('gone', `${what} is gone for good.`);

export const unauthenticated = () => new AppError('unauthenticated', 'Please sign in to go on.');

export const conflict = (sentence: string) => new AppError('conflict', sentence);

const MAX_FIELD_ERRORS = 20;

export const invalid = (errors: FieldErrors) =>
  new AppError('invalid', Object.values(errors)[0] ?? 'Something in this request is wrong.', {
    errors: Object.fromEntries(Object.entries(errors).slice(0, MAX_FIELD_ERRORS)),
  });

/** @param retryAfter in seconds */
export function rateLimited(retryAfter: number, { reason = 'Too many tries.', alternative = '' } = {}): AppError {
  const message = `${reason} Please wait ${formatWait(retryAfter)} and try again. ${alternative}`.trim();
  return new AppError('rate_limited', message, { retryAfter });
}

function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
