import type pg from 'pg';
import { assertDatabaseExists } from '../backup/database-access.ts';
import { pushed } from '../features/notifications/index.ts';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { COMMAND_DATABASE_EVENTS } from '../platform/db/command-database.ts';
import type { Db } from '../platform/db/connect.ts';
import { openDatabase } from '../platform/db/database.ts';
import { checkNewerSchema, readSchemaState } from '../platform/db/schema-state.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { createCommandTransact } from '../platform/outbox/outbox.ts';
import type { Transact } from '../platform/outbox/outbox.ts';
import { createFirebasePush } from '../platform/push/firebase-push.ts';
import type { Command, Context, Input } from './command.ts';

/** An empty or outdated database may be the wrong one: only servers and `migrate` create tables. */
async function requireMigrated(pool: pg.Pool): Promise<void> {
  const { pending, newer } = await readSchemaState(pool);
  const newerSchema = checkNewerSchema(newer);
  if (newerSchema?.isIncompatible) throw new StartupError(newerSchema.message);
  const [first, ...others] = pending;
  if (first === undefined) return;
  const lacking = others.length === 0 ? `the migration ${first}` : `${pending.length} migrations (${first}, …)`;
  throw new StartupError(
    `The database lacks ${lacking} of this release: check that it is the right one, then run "pnpm solvent migrate" or start a server of this release.`,
  );
}

const createTransact =
  (config: Config, db: Db): Transact =>
  (work) =>
    // If push is off, no server delivers these.
    createCommandTransact(db, createFirebasePush(config) === undefined ? [pushed] : [])(work);

export interface DatabaseContext {
  config: Config;
  db: Db;
  transact: Transact;
}

/** @returns text to print, if any */
type Action = (database: DatabaseContext) => Promise<string | void>;

interface DatabaseCommand extends Omit<Command, 'run'> {
  /** Parses the input before the settings are read. @returns undefined if it matches no form of the usage */
  parse(input: Input, context: Context): Action | undefined;
  prepare?: NonNullable<Parameters<typeof openDatabase>[2]>;
}

/** A command on an existing database, which is closed afterwards. No server may use an embedded one meanwhile. */
export const databaseCommand = ({ parse, prepare = requireMigrated, ...command }: DatabaseCommand): Command => ({
  ...command,
  async run(context, input) {
    const action = parse(input, context);
    if (action === undefined) throw context.wrongUsage();
    const config = context.settings();
    assertDatabaseExists(config);
    const { db, close } = await openDatabase(config, COMMAND_DATABASE_EVENTS, prepare);
    try {
      const text = await action({ config, db, transact: createTransact(config, db) });
      if (text !== undefined) context.print(text);
    } catch (error) {
      throw error instanceof AppError ? new StartupError(error.message) : error;
    } finally {
      await close();
    }
  },
});
