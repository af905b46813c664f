import { assertDatabaseExists } from '../backup/database-access.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { COMMAND_DATABASE_EVENTS } from '../platform/db/command-database.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate as applyMigrations } from '../platform/db/migrate.ts';
import { checkNewerSchema, readSchemaState } from '../platform/db/schema-state.ts';
import type { SchemaState } from '../platform/db/schema-state.ts';
import { COST_ORDERS, formatCostsTable, resetStatementCosts, readStatementCosts } from '../platform/db/statement-costs.ts';
import type { CostOrder } from '../platform/db/statement-costs.ts';
import { databaseCommand, positiveInteger, print, printJson, textOption, UsageError } from './command.ts';
import type { Command } from './command.ts';

export const migrate: Command = {
  usage: ['', '--check'],
  summary: 'apply pending database migrations',
  help: `Applies pending migrations, as servers do when they start; both take the same lock. It does not create a database. --check lists them
and applies none: exit code 1 if there are any, or if the database belongs to a release after the next one.`,
  async run({ settings }, { values }) {
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

const isOrder = (text: string): text is CostOrder => Object.hasOwn(COST_ORDERS, text);

export const statements = databaseCommand({
  usage: ['[--by total|mean|calls|rows] [--limit <n>] [--full] [--json]', '--forget'],
  summary: 'show the most expensive database statements',
  help: `Shows the most expensive database statements from pg_stat_statements: by total time, mean time, number of calls, or rows.

Needs pg_stat_statements in shared_preload_libraries and the extension in the database; the role needs pg_read_all_stats to see
statements of other roles. --full shows whole statements, --forget resets the statistics.`,
  // Works on any schema, because it reads none of the product's tables.
  prepare: async () => undefined,
  parse(input) {
    const by = textOption(input, 'by') ?? 'total';
    const limit = positiveInteger(input, 'limit') ?? 20;
    if (!isOrder(by)) throw new UsageError(`--by must be one of ${Object.keys(COST_ORDERS).join(', ')}.`);
    return async ({ db: { $client } }) => {
      if (input.values['forget'] === true) {
        await resetStatementCosts($client);
        return 'Statistics reset.';
      }
      const costs = await readStatementCosts($client, by, limit);
      if (input.values['json'] === true) return printJson(costs);
      return formatCostsTable(costs, input.values['full'] === true ? Number.POSITIVE_INFINITY : undefined);
    };
  },
});
