import { requireEmbedded } from '../backup/open-source.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { COMMAND_DATABASE_EVENTS } from '../platform/db/command-database.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate as applyMigrations } from '../platform/db/migrate.ts';
import { checkNewerSchema, readSchemaState } from '../platform/db/schema-state.ts';
import type { SchemaState } from '../platform/db/schema-state.ts';
import type { Command } from './command.ts';

const HELP = `Applies the migrations that the database lacks, and nothing else. Servers do it when they start, too: this is for whoever wants it
done, and seen, before the first one does. It takes the same lock, so that any number of both may run at once. It makes no database:
an embedded one is made by the first start of a server.

  pnpm solvent migrate
  pnpm solvent migrate --check     says which are pending, and applies none; exit code 1 where there are any, or the database
                            is of a release after the next one`;

export const migrate: Command = {
  usage: ['', '--check'],
  summary: 'applies the migrations that the database lacks',
  words: 0,
  help: HELP,
  options: { check: { type: 'boolean' } },
  async run({ settings, print }, { values }) {
    const isCheck = values['check'] === true;
    const config = settings();
    requireEmbedded(config);
    let state: SchemaState = { pending: [], newer: [] };
    const database = await openDatabase(config, COMMAND_DATABASE_EVENTS, async (pool) => {
      state = await readSchemaState(pool);
      if (!isCheck) await applyMigrations(pool);
    });
    await database.close();
    const { pending } = state;
    const newer = checkNewerSchema(state.newer);
    if (newer?.isIncompatible) throw new StartupError(newer.message);
    if (pending.length === 0) return print(newer?.message ?? 'There is nothing to do: the database has all migrations.');
    print(pending.map((name) => `${isCheck ? 'pending' : 'applied'} ${name}`).join('\n'));
    if (isCheck) throw new StartupError('');
  },
};
