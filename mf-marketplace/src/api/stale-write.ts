import { ApiError } from '@solvent/http';

/** What was asked for is over: somebody else decided meanwhile, or it is gone. */
export const isStaleWrite = (error: unknown): boolean => error instanceof ApiError && [404, 409].includes(error.status);

/** For the failure of what a dialog asked for: what was overtaken closes it, as what was done does; anything else may be tried again there. */
export function ignoreStaleWrite(error: unknown): void {
  if (!isStaleWrite(error)) throw error;
}
