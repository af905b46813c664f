import { ApiError, failureText } from '@solvent/http';
import { Refused, SignedOut, TryLater } from '@solvent/socket/outbox';

const later = ({ retryAfter }: ApiError) => new TryLater(retryAfter === undefined ? undefined : retryAfter * 1000);

/** Who is told to wait longer than this (s), as for a day's bytes of files, is told so, and decides. */
const WAITED = 60;

/**
 * What a failed call means for who would try again for ever: not now (429 for a moment, 5xx), not without a session (401), or not as it is,
 * with the server's sentence. Anything else, such as no answer at all, stays what it is: try again.
 *
 * @param fallback the sentence where the answer has none
 */
export function meaningOf(error: unknown, fallback: string): unknown {
  if (!(error instanceof ApiError) || error.status === 0) return error;
  const { status, code, retryAfter = 0 } = error;
  if (status === 401) return new SignedOut();
  if (status === 408 || (status === 429 && retryAfter <= WAITED) || status >= 500) return later(error);
  return new Refused(code, failureText(error, fallback));
}
