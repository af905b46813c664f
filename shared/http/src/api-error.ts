import type { ErrorCode, FieldErrors } from '@solvent/contracts';

/**
 * The one error that calls to the API reject with.
 *
 * - `status`: the HTTP status; 0 without an answer
 * - `code`: the server's word for programs; `network` without an answer
 * - `message`, `msg`: the server's sentence, else "Network Error" (product 8.1)
 * - `errors`: messages by field
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly msg: string;

  constructor(
    readonly status: number,
    readonly code: ErrorCode | 'network' | 'unknown',
    message: string,
    readonly errors: FieldErrors = {},
    /** Seconds to wait, from `Retry-After`. */
    readonly retryAfter?: number,
    /** By which the team finds what failed on the server (product 11.17). */
    readonly reference?: string,
  ) {
    super(message);
    this.msg = message;
  }
}

/**
 * The sentence to show for a failure: the server's, else the screen's own.
 *
 * @param fallback the text of this action, such as "Failed to login"
 */
export function getErrorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status > 0 && error.message !== NETWORK_ERROR ? error.message : fallback;
}

/** What a person is told of a call without an answer, beside what it was for. */
export const NO_CONNECTION = 'There is no connection to Solvent. What you typed is kept: try again once you are back.';

/** What a person can quote of a failure of the server, also where it is the cause of another; undefined of any other. */
export function getReference(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.reference;
  return error instanceof Error ? getReference(error.cause) : undefined;
}

/** Whether a call had no answer at all: the server, or the way to it, is gone. */
export const isNetworkError = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/**
 * What a form says of a failure where it stands, in one text: what a toast says in two lines (product 8.20).
 *
 * @param fallback as for {@link getErrorText}
 */
export function getInlineErrorText(error: unknown, fallback: string): string {
  const reference = getReference(error);
  if (!isNetworkError(error)) return getErrorText(error, fallback) + (reference ? ` Reference ${reference}.` : '');
  // When to try again is said once.
  const what = fallback.replace(/\.? Please try again\.$/, '').replace(/\.$/, '');
  return `${what}. ${NO_CONNECTION}`;
}

/** Whether the requested resource does not exist (404), or no longer exists (410). False if the API has no such route. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 410 || (error.status === 404 && !isUnknownRoute(error)));

/** Whether the API has no such route: the page is newer than the server, or requests an unknown address. */
export const isUnknownRoute = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'unknown_route';

/** The text of a failure that has none (product 8.1). */
export const NETWORK_ERROR = 'Network Error';
