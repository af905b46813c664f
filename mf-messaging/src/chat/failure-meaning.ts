import { ApiError, failureText } from '@solvent/http';
import { Refused, SignedOut, TryLater } from '@solvent/socket/outbox';

const later = ({ retryAfter }: ApiError) => new TryLater(retryAfter === undefined ? undefined : retryAfter * 1000);

/**
 * What a failed call means for who would try again for ever: not now (429, 5xx), not without a session (401), or not as it is,
 * with the server's sentence. Anything else, such as no answer at all, stays what it is: try again.
 *
 * @param fallback the sentence where the answer has none
 */
export function meaningOf(error: unknown, fallback: string): unknown {
  if (!(error instanceof ApiError) || error.status === 0) return error;
  const { status, code } = error;
  if (status === 401) return new SignedOut();
  if (status === 408 || status === 429 || status >= 500) return later(error);
  return new Refused(code, failureText(error, fallback));
}
