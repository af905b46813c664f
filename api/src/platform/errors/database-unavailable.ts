import { DrizzleQueryError } from 'drizzle-orm';
import { isRolledBack } from '../db/transactions.ts';
import { errorCode, getRootCause, isConnectError, isNetworkError } from './error-code.ts';

/**
 * PostgreSQL's codes, by prefix: connection exceptions (08, but 08P01 is a client's protocol violation), insufficient resources (53),
 * operator intervention and statement timeouts (57), system errors (58), deadlocks (40P01), corrupted data or indexes (XX001, XX002), and
 * a standby that a failover has not promoted yet (25006).
 */
const UNAVAILABLE_CODES = /^(08(?!P01)|53|57|58|40P01|25006|XX001|XX002)/;

/** Fatal errors that do not pass by themselves: failed authentication, and a database that does not exist. */
const REJECTED_CODES = /^(28|3D)/;

const BROKEN_CONNECTION_MESSAGES = [
  /connection terminated/i,
  /is not queryable/i,
  /timeout (expired|exceeded when trying to connect)/i,
  /^query read timeout/i,
  /cannot use a pool after calling end/i,
  /^received (invalid response|unexpected \w+ message)/i,
];

const getField = (error: object, name: string): string => (name in error ? String(Reflect.get(error, name)) : '');

/** Ends the connection. */
const isFatal = (error: object): boolean => ['FATAL', 'PANIC'].includes(getField(error, 'severity'));

/** Returns whether the database cannot be reached, or cannot do its work: 503, and a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = errorCode(error) ?? '';
  if (UNAVAILABLE_CODES.test(code) || isNetworkError(error)) return true;
  if (isFatal(error) && !REJECTED_CODES.test(code)) return true;
  if (BROKEN_CONNECTION_MESSAGES.some((pattern) => pattern.test(getField(error, 'message')))) return true;
  return 'cause' in error && isDatabaseUnavailable(error.cause);
}

/** Returns whether the statement failed and had no effect. */
const isStatementError = (error: object): boolean => getField(error, 'severity') === 'ERROR';

/** The server shuts down, starts, or is a standby. */
const SERVER_STATE_CODES = /^(57P0|25006)/;

/** Excludes unavailability of one statement, such as a timeout or a deadlock, whose cause must be logged. */
export function isDatabaseDown(error: unknown): boolean {
  const cause = getRootCause(error);
  const isOfOneStatement =
    typeof cause === 'object' && cause !== null && isStatementError(cause) && !SERVER_STATE_CODES.test(errorCode(cause) ?? '');
  return !isOfOneStatement && isDatabaseUnavailable(error);
}

const STATEMENTS_WITHOUT_EFFECT = /^\s*(select|begin)\b/i;
const NOT_SENT_MESSAGES = [/when trying to connect/i, /connection timeout/i, /calling end/i];
const NOT_SENT_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03', '53300']);

/** Returns whether the database became unavailable when a statement may already have taken effect. */
export function mayHaveCommitted(error: unknown): boolean {
  if (!isDatabaseUnavailable(error) || !(error instanceof DrizzleQueryError) || isRolledBack(error)) return false;
  const cause: object = error.cause ?? {};
  if (STATEMENTS_WITHOUT_EFFECT.test(error.query) || isStatementError(cause) || isConnectError(cause)) return false;
  if (NOT_SENT_CODES.has(errorCode(cause) ?? '')) return false;
  return !NOT_SENT_MESSAGES.some((pattern) => pattern.test(getField(cause, 'message')));
}
