/** Network errors of a driver whose server went away, and PostgreSQL's own words for shutting down or being full. */
const GONE = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT',
  '53300', '57P01', '57P02', '57P03', '08000', '08003', '08006',
]);
const GONE_MESSAGES = [/connection terminated/i, /timeout exceeded when trying to connect/i, /cannot use a pool after calling end/i];

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** True if an error, or what caused it, says that the database cannot be reached: 503, and worth another try. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (GONE.has(codeOf(error) ?? '') || GONE_MESSAGES.some((pattern) => pattern.test(error.message))) return true;
  return isDatabaseGone(error.cause);
}
