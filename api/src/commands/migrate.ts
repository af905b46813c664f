import { assertDatabaseExists } from '../backup/database-access.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { COMMAND_DATABASE_EVENTS } from '../platform/db/command-database.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate as applyMigrations } from '../platform/db/migrate.ts';
import { checkNewerSchema, readSchemaState } from '../platform/db/schema-state.ts';
import type { SchemaState } from '../platform/db/schema-state.ts';
import type { Command } from './command.ts';

const HELP = `Applies pending migrations. Servers also apply them when they start; run this to apply them before the first one does. Both take the
same lock, so several may run at the same time. It does not create a database: the first start of a server creates an embedded one.

  pnpm solvent migrate
  pnpm solvent migrate --check     lists pending migrations and applies none; exit code 1 if there are any, or if the database
                                   belongs to a release after the next one`;

export const migrate: Command = {
  usage: ['', '--check'],
  summary: 'apply pending database migrations',
  words: 0,
  help: HELP,
  options: { check: { type: 'boolean' } },
  async run({ settings, print }, { values }) {
    const isCheck = values['check'] === true;
    const config = settings();
    assertDatabaseExists(config);
    let state: SchemaState = { pending: [], newer: [] };
    const database = await openDatabase(config, COMMAND_DATABASE_EVENTS, async (pool) => {
      state = await readSchemaState(pool);
      if (!isCheck) await applyMigrations(pool);
    });
    await database.close();
    const { pending } = state;
    const newer = checkNewerSchema(state.newer);
    if (newer?.isIncompatible) throw new StartupError(newer.message);
    if (pending.length === 0) return print(newer?.message ?? 'The database has all migrations.');
    print(pending.map((name) => `${isCheck ? 'pending' : 'applied'} ${name}`).join('\n'));
    if (isCheck) throw new StartupError('');
  },
};
