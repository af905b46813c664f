import { StartError } from '@solvent/setup/start-error';
import { AppError } from '../errors/app-error.ts';
import { isDatabaseUnavailable } from '../errors/database-unavailable.ts';
import { getErrorMessage, getRootCause } from '../errors/error-code.ts';
import { StartupError } from '../config/startup-error.ts';
import type { DatabaseEvents } from './database.ts';

/** Event handlers for commands: failed queries report broken connections; a crash of the embedded database ends the command. */
export const COMMAND_DATABASE_EVENTS: DatabaseEvents = {
  onIdleError: () => undefined,
  onFatal: (error) => {
    process.stderr.write(`The embedded database crashed (${error.message}): run the command again.\n`);
    process.exit(1);
  },
};

/** @throws StartupError with a sentence if the database becomes unavailable during `work` */
export async function explainConnectionLoss<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError || error instanceof StartError || !isDatabaseUnavailable(error)) throw error;
    const reason = getErrorMessage(getRootCause(error));
    throw new StartupError(
      `The database went away meanwhile (${reason}): see that it runs and which part was done, then run the command again.`,
      { cause: error },
    );
  }
}
