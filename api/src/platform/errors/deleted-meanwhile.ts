import { errorCode } from './error-code.ts';

const FOREIGN_KEY_VIOLATION = '23503';

/** What PostgreSQL says where a new row points to nothing; of a row that others still point to it says something else. */
const POINTS_TO_NOTHING = /is not present in table/;

/**
 * True if an error, or what caused it, says that a row was to point to one that is not there: it was, when the request looked
 * for it, and somebody has deleted it since. 404, as it would have been a moment later.
 */
export function isDeletedMeanwhile(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (errorCode(error) === FOREIGN_KEY_VIOLATION) return 'detail' in error && POINTS_TO_NOTHING.test(String(error.detail));
  return 'cause' in error && isDeletedMeanwhile(error.cause);
}
