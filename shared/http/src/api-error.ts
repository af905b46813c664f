import type { ErrorCode, FieldErrors } from '@solvent/contracts';

/** Error of all API requests. Without a response, `status` is 0 and `code` is `network` (product 8.1). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly msg: string;

  constructor(
    readonly status: number,
    readonly code: ErrorCode | 'network' | 'unknown',
    message: string,
    readonly errors: FieldErrors = {},
    /** Seconds, from `Retry-After`. */
    readonly retryAfter?: number,
    /** Identifies the failure in the server's log (product 11.17). */
    readonly reference?: string,
  ) {
    super(message);
    this.msg = message;
  }
}

export function getErrorText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status > 0 && error.message !== NETWORK_ERROR ? error.message : fallback;
}

/** Shown in a form with the action's own text if there was no response. */
export const NO_CONNECTION = "Solvent can't be reached. What you typed is kept. Try again when you're back online.";

export function getReference(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.reference;
  return error instanceof Error ? getReference(error.cause) : undefined;
}

export const isNetworkError = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Returns the text of a failed action for a form, like a toast's two lines in one (product 8.20). */
export function getInlineErrorText(error: unknown, fallback: string): string {
  const reference = getReference(error);
  if (!isNetworkError(error)) return getErrorText(error, fallback) + (reference ? ` Reference ${reference}.` : '');
  const what = fallback.replace(/\.? Please try again\.$/, '').replace(/\.$/, '');
  return `${what}. ${NO_CONNECTION}`;
}

/** Returns whether the resource does not exist (404) or no longer exists (410). False for an unknown route. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 410 || (error.status === 404 && !isUnknownRoute(error)));

/** Returns whether the API has no such route: the page is newer than the server, or requests an unknown address. */
export const isUnknownRoute = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'unknown_route';

/** Message of an error without a text (product 8.1). */
export const NETWORK_ERROR = 'Network Error';
