import { ApiError } from '@solvent/http';

/** True for 404 and 409: another user or tab has changed or removed the target. */
export const isStaleWrite = (error: unknown): boolean => error instanceof ApiError && [404, 409].includes(error.status);

/** For `catch` in a dialog: a stale write closes it like a success; other errors are rethrown so that the user can retry. */
export function ignoreStaleWrite(error: unknown): void {
  if (!isStaleWrite(error)) throw error;
}
