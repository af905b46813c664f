import { DrizzleQueryError } from 'drizzle-orm';
import { errorCode } from '../errors/error-code.ts';

/** As much as helps (characters). */
const MESSAGE_MAX = 500;

/** What is kept of an error for who looks at failed jobs: no stack, and nothing of what a statement was given, which may be people's. */
export function toldError(error: unknown): { message: string; code?: string } {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  const code = errorCode(cause);
  const message = (cause instanceof Error ? cause.message : String(cause)).slice(0, MESSAGE_MAX);
  return { message, ...(code === undefined ? {} : { code }) };
}
