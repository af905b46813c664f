import { DrizzleQueryError } from 'drizzle-orm';
import { wasUndone } from '../db/transactions.ts';
import { errorCode } from './error-code.ts';

/**
 * PostgreSQL's words for that it has no room: on its disk, in memory, for connections; that it gave up a statement, which took too long
 * or waited for somebody who waited for it; and that it is a standby still, which a failover has led to too soon. Nothing of what it was asked is done.
 */
const REFUSING = ['53000', '53100', '53200', '53300', '57014', '40P01', '25006'];

/** Besides, network errors of a driver whose server went away, and PostgreSQL's own words for shutting down. */
const GONE = new Set([
  ...REFUSING,
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
]);
const GONE_MESSAGES = [
  /connection terminated/i,
  /is not queryable/i,
  /timeout exceeded when trying to connect/i,
  /cannot use a pool after calling end/i,
];

/** True if an error, or what caused it, says that the database cannot be reached: 503, and worth another try. */
export function isDatabaseGone(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (GONE.has(errorCode(error) ?? '')) return true;
  if ('message' in error && GONE_MESSAGES.some((pattern) => pattern.test(String(error.message)))) return true;
  return 'cause' in error && isDatabaseGone(error.cause);
}

/** Statements that leave nothing behind. */
const HARMLESS = /^\s*(select|begin)\b/i;
/** Of errors that came before the statement, or instead of what it would have done. */
const BEFORE = [/when trying to connect/i, /connection timeout/i, /calling end/i];
const REFUSED = new Set([...REFUSING, 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03']);

/** Whether the database went away ({@link isDatabaseGone}) at a moment after which nobody knows if it has done what it was asked. */
export function mayBeDone(error: unknown): boolean {
  if (!isDatabaseGone(error) || !(error instanceof DrizzleQueryError) || wasUndone(error)) return false;
  const { cause } = error;
  if (HARMLESS.test(error.query) || REFUSED.has(errorCode(cause) ?? '')) return false;
  return !BEFORE.some((pattern) => pattern.test(String(cause?.message)));
}
