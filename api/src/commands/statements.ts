import { COST_ORDERS, formatCostsTable, resetStatementCosts, readStatementCosts } from '../platform/db/statement-costs.ts';
import type { CostOrder } from '../platform/db/statement-costs.ts';
import { JSON_OPTION, textOption, UsageError } from './command.ts';
import { databaseCommand } from './database-command.ts';

const HELP = `Shows the most expensive database statements from pg_stat_statements: by total time, mean time, number of calls, or rows.

  pnpm solvent statements
  pnpm solvent statements --by mean --limit 10
  pnpm solvent statements --forget

Needs pg_stat_statements in shared_preload_libraries and the extension in the database; the role needs pg_read_all_stats to see
statements of other roles. --full shows whole statements, --forget resets the statistics, --json prints JSON.`;

const isOrder = (text: string): text is CostOrder => Object.hasOwn(COST_ORDERS, text);

export const statements = databaseCommand({
  usage: ['[--by total|mean|calls|rows] [--limit <n>] [--full] [--json]', '--forget'],
  summary: 'show the most expensive database statements',
  words: 0,
  help: HELP,
  options: {
    ...JSON_OPTION,
    by: { type: 'string' },
    limit: { type: 'string' },
    full: { type: 'boolean' },
    forget: { type: 'boolean' },
  },
  // Works on any schema, because it reads none of the product's tables.
  prepare: async () => undefined,
  parse(input, context) {
    const by = textOption(input, 'by') ?? 'total';
    const limit = Number(textOption(input, 'limit') ?? 20);
    if (!isOrder(by)) throw new UsageError(`--by must be one of ${Object.keys(COST_ORDERS).join(', ')}.`);
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit must be a positive integer.');
    return async ({ db: { $client } }) => {
      if (input.values['forget'] === true) {
        await resetStatementCosts($client);
        return 'Statistics reset.';
      }
      const costs = await readStatementCosts($client, by, limit);
      if (input.values['json'] === true) return context.printJson(costs);
      return formatCostsTable(costs, input.values['full'] === true ? Number.POSITIVE_INFINITY : undefined);
    };
  },
});
