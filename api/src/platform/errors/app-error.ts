import { ERROR_STATUS } from '@solvent/contracts';
import type { ErrorCode, FieldErrors } from '@solvent/contracts';

/** A failure that the caller is told about: its code decides the HTTP status, its message is a sentence for people. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly errors: FieldErrors | undefined;
  /** Seconds after which trying again makes sense (sent as Retry-After). */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details: { errors?: FieldErrors; retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.statusCode = ERROR_STATUS[code];
    this.errors = details.errors;
    this.retryAfter = details.retryAfter;
  }
}

/** 404: it does not exist, or the caller may not know that it does. */
export const notFound = (what = 'This page') => new AppError('not_found', `${what} does not exist.`);

/** 404: the API has no such route, so retrying is pointless. @param url its query is dropped because it may contain secrets */
export const unknownRoute = (method: string, url: string) =>
  new AppError('unknown_route', `There is no ${method} ${url.replace(/\?.*$/s, '').slice(0, 200)} on this server.`);

/** 410: everybody could see it once, and nobody ever will again. */
export const gone = (what: string) => new AppError('gone', `${what} is gone for good.`);

/** 401: whose session it is cannot be told. */
export const unauthenticated = () => new AppError('unauthenticated', 'Please sign in to go on.');

/** 409: what is asked for does not go with how things are; the sentence says what happened instead. */
export const conflict = (sentence: string) => new AppError('conflict', sentence);

/** No form has more fields at once that people could mend. */
const ERRORS_TOLD = 20;

/** 422: rules are broken; `errors` holds a message for each field, of the first twenty. */
export const invalid = (errors: FieldErrors) =>
  new AppError('invalid', Object.values(errors)[0] ?? 'Something in this request is wrong.', {
    errors: Object.fromEntries(Object.entries(errors).slice(0, ERRORS_TOLD)),
  });

/** What a refusal for too many says besides how long to wait: of what there was too much, and what can be done instead. */
interface TooMany {
  reason?: string;
  alternative?: string;
}

/** 429: too many; `retryAfter` in seconds. */
export const rateLimited = (retryAfter: number, { reason = 'Too many tries.', alternative = '' }: TooMany = {}) =>
  new AppError('rate_limited', `${reason} Please wait ${waitingTime(retryAfter)} and try again. ${alternative}`.trim(), {
    retryAfter,
  });

function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  if (minutes > 120) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
