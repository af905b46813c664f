import { DrizzleQueryError } from 'drizzle-orm';
import { wasUndone } from '../db/transactions.ts';
import { getRootCause, errorCode, isOfConnecting, isOfNetwork } from './error-code.ts';

/**
 * PostgreSQL's words, by their beginnings: for its connections (08; 08P01 is a fault of whoever asks); that it has no room on its disk,
 * in memory or for connections (53); that it shuts down, starts, or gave up a statement, which took too long or waited for somebody who
 * waited for it (57, 40P01); that its disk or what is on it cannot be read or written (58, XX001, XX002); and that it is a standby still,
 * which a failover has led to too soon (25006).
 */
const UNWELL = /^(08(?!P01)|53|57|58|40P01|25006|XX001|XX002)/;

/** Of errors with which PostgreSQL ends a connection, those that are no different the next time: who may not come in, and what is not there. */
const NOT_LET_IN = /^(28|3D)/;

/** What the driver says of a connection that is no more, or on which something else than a PostgreSQL answers. */
const GONE_MESSAGES = [
  /connection terminated/i,
  /is not queryable/i,
  /timeout (expired|exceeded when trying to connect)/i,
  /cannot use a pool after calling end/i,
  /^received (invalid response|unexpected \w+ message)/i,
];

const says = (error: object, name: string): string => (name in error ? String(Reflect.get(error, name)) : '');

/** Whether PostgreSQL ended the connection with it: a fault of its own, whatever its word for it. */
const isLast = (error: object): boolean => ['FATAL', 'PANIC'].includes(says(error, 'severity'));

/** True if an error, or what caused it, says that the database cannot be reached, or cannot do its work: 503, and worth another try. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = errorCode(error) ?? '';
  if (UNWELL.test(code) || isOfNetwork(error)) return true;
  if (isLast(error) && !NOT_LET_IN.test(code)) return true;
  if (GONE_MESSAGES.some((pattern) => pattern.test(says(error, 'message')))) return true;
  return 'cause' in error && isDatabaseUnavailable(error.cause);
}

/** Statements that leave nothing behind. */
const HARMLESS = /^\s*(select|begin)\b/i;
/** Of errors that came before the statement, or instead of what it would have done. */
const BEFORE = [/when trying to connect/i, /connection timeout/i, /calling end/i];
/** Nobody was there to ask, or whoever was there took nobody in. */
const REFUSED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03', '53300']);

/** Whether PostgreSQL answered a statement with it, of which nothing is done then. What it ended with says nothing of that. */
const isAnswer = (error: object): boolean => says(error, 'severity') === 'ERROR';

/** Errors of one statement that all others get, too: the server shuts down or starts, or is a standby. */
const FOR_ALL = /^(57P0|25006)/;

/**
 * Whether the database does not answer: {@link isDatabaseUnavailable} except for errors of one statement, such as a timeout or a deadlock, whose
 * cause must be logged.
 */
export function isDatabaseAway(error: unknown): boolean {
  const cause = getRootCause(error);
  const isOfStatement = typeof cause === 'object' && cause !== null && isAnswer(cause) && !FOR_ALL.test(errorCode(cause) ?? '');
  return !isOfStatement && isDatabaseUnavailable(error);
}

/** Whether the database went away ({@link isDatabaseUnavailable}) at a moment after which nobody knows if it has done what it was asked. */
export function mayHaveCommitted(error: unknown): boolean {
  if (!isDatabaseUnavailable(error) || !(error instanceof DrizzleQueryError) || wasUndone(error)) return false;
  const cause: object = error.cause ?? {};
  if (HARMLESS.test(error.query) || isAnswer(cause) || isOfConnecting(cause) || REFUSED.has(errorCode(cause) ?? '')) return false;
  return !BEFORE.some((pattern) => pattern.test(says(cause, 'message')));
}
