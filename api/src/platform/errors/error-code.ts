/** Returns the string code of an error, such as `ENOENT` or PostgreSQL's `23505`. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Returns the message, or the code of an AggregateError of several failed connections, which has no message. */
export const getErrorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)) || (errorCode(error) ?? 'no answer');

export const getRootCause = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? getRootCause(error.cause) : error;

/** Returns whether connecting failed, which includes a missing socket file and a lack of free local ports. */
export const isConnectError = (error: object): boolean => 'syscall' in error && error.syscall === 'connect';

export const isNetworkError = (error: object): boolean =>
  isConnectError(error) || /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)/.test(errorCode(error) ?? '');

export const isUnreachable = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && isNetworkError(error)) ||
  (error instanceof Error && /timeout|timed out|closed|terminated/i.test(error.message));
