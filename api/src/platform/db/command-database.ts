import { StartError } from '../../../../scripts/setup/start-error.mjs';
import { AppError } from '../errors/app-error.ts';
import { isDatabaseUnavailable } from '../errors/database-unavailable.ts';
import { getRootCause } from '../errors/error-code.ts';
import { StartupError } from '../config/startup-error.ts';
import type { DatabaseEvents } from './database.ts';

const died = (error: Error) => {
  process.stderr.write(`The embedded database died (${error.message}): do it again.\n`);
  process.exit(1);
};

/**
 * What a program hears of the database that does one thing beside the servers, and ends: of a connection that breaks, whoever asks
 * something on it hears; the thread of the embedded database has none but this program.
 */
export const COMMAND_DATABASE_EVENTS: DatabaseEvents = { onIdleError: () => undefined, onFatal: died };

/** Does something. @throws StartupError with a sentence where the database goes away meanwhile */
export async function explainConnectionLoss<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // What the product refuses, and what has been said in a sentence, is said as it is.
    if (error instanceof AppError || error instanceof StartError || !isDatabaseUnavailable(error)) throw error;
    const cause = getRootCause(error);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartupError(
      `The database went away meanwhile (${reason}): see that it runs and what was done of this, then do it again.`,
      { cause: error },
    );
  }
}
