import type pg from 'pg';
import { requireEmbedded } from '../backup/open-source.ts';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { COMMAND_DATABASE_EVENTS } from '../platform/db/command-database.ts';
import type { Db } from '../platform/db/connect.ts';
import { openDatabase } from '../platform/db/database.ts';
import { checkNewerSchema, readSchemaState } from '../platform/db/schema-state.ts';
import { pushed } from '../features/notifications/index.ts';
import { createCommandTransact } from '../platform/outbox/outbox.ts';
import type { Transact } from '../platform/outbox/outbox.ts';
import { createFirebasePush } from '../platform/push/firebase-push.ts';

/** Commands use the tables that servers and `migrate` create, and create none: an empty database is the wrong one. */
async function requireMigrated(pool: pg.Pool): Promise<void> {
  const { pending, newer } = await readSchemaState(pool);
  const newerSchema = checkNewerSchema(newer);
  if (newerSchema?.isIncompatible) throw new StartupError(newerSchema.message);
  const [first, ...others] = pending;
  if (first === undefined) return;
  throw new StartupError(
    `The database lacks ${others.length + 1} migrations of this release (${first}${others.length > 0 ? ', …' : ''}): check that it is the right one, then run "pnpm solvent migrate" or start a server of this release.`,
  );
}

/**
 * Runs work on the database, and closes it. The database must exist and be migrated. No server may use an embedded one meanwhile.
 * @param prepare replaces the check that all migrations are applied
 */
export async function withDatabase<Result>(
  config: Config,
  work: (db: Db) => Promise<Result>,
  prepare: NonNullable<Parameters<typeof openDatabase>[2]> = requireMigrated,
): Promise<Result> {
  requireEmbedded(config);
  const database = await openDatabase(config, COMMAND_DATABASE_EVENTS, prepare);
  return work(database.db).finally(() => database.close());
}

/** Transactions whose events the servers deliver. */
export const transactOn = (config: Config, db: Db): Transact =>
  // If push is off, no server delivers these.
  createCommandTransact(db, createFirebasePush(config) === undefined ? [pushed] : []);
