/** The word for programs that an error carries, such as `ENOENT` or PostgreSQL's `23505`. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The message of an error, else its code: an error of several failed connections has no message of its own. */
export const getErrorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)) || (errorCode(error) ?? 'no answer');

/** What caused an error in the end: it says what is away; the errors around it say who needed it. */
export const getRootCause = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? getRootCause(error.cause) : error;

/** Whether no connection came about: a port or a socket's file that is not there, or none left to call from. */
export const isOfConnecting = (error: object): boolean => 'syscall' in error && error.syscall === 'connect';

/** Whether an error is one of a network, by its code. */
export const isOfNetwork = (error: object): boolean =>
  isOfConnecting(error) || /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)/.test(errorCode(error) ?? '');

/** Whether an error of a network says that the other side could not be reached, or fell silent. */
export const isUnreachable = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && isOfNetwork(error)) ||
  (error instanceof Error && /timeout|timed out|closed|terminated/i.test(error.message));
