import { errorCode } from './error-code.ts';

/** Network errors of a driver whose server went away, and PostgreSQL's own words for shutting down or being full. */
const GONE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
]);
const GONE_MESSAGES = [
  /connection terminated/i,
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
