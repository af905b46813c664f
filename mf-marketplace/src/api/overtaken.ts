import { ApiError } from '@solvent/http';

/** What was asked for is over: somebody else decided meanwhile, or it is gone. */
export const isOvertaken = (error: unknown): boolean => error instanceof ApiError && [404, 409].includes(error.status);
