import { COST_ORDERS, formatCostsTable, resetStatementCosts, readStatementCosts } from '../platform/db/statement-costs.ts';
import type { CostOrder } from '../platform/db/statement-costs.ts';
import { JSON_OPTION, textOption, UsageError } from './command.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

const HELP = `Shows which statements cost the database most, as pg_stat_statements counts them: by their time in all, by the time of
one, by how often they are asked, or by rows.

  pnpm solvent statements
  pnpm solvent statements --by mean --limit 10
  pnpm solvent statements --forget

PostgreSQL counts where shared_preload_libraries has pg_stat_statements and the database has the extension; the role needs
pg_read_all_stats to see the statements of others. --full shows whole statements, --forget begins anew, --json is for machines.`;

/** Applies no migrations, because it only reads. */
const LOOK_ONLY = async () => undefined;

const isOrder = (text: string): text is CostOrder => Object.hasOwn(COST_ORDERS, text);

export const statements: Command = {
  usage: ['[--by total|mean|calls|rows] [--limit <n>] [--full] [--json]', '--forget'],
  summary: 'which statements cost the database most',
  words: 0,
  help: HELP,
  options: {
    ...JSON_OPTION,
    by: { type: 'string' },
    limit: { type: 'string' },
    full: { type: 'boolean' },
    forget: { type: 'boolean' },
  },
  async run(context, input) {
    const by = textOption(input, 'by') ?? 'total';
    const limit = Number(textOption(input, 'limit') ?? 20);
    if (!isOrder(by)) throw new UsageError(`--by takes ${Object.keys(COST_ORDERS).join(', ')}.`);
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit takes a whole number from 1 on.');
    await withDatabase(
      context.settings(),
      async ({ $client }) => {
        if (input.values['forget'] === true) {
          await resetStatementCosts($client);
          return context.print('Forgotten: from now on is counted anew.');
        }
        const costs = await readStatementCosts($client, by, limit);
        if (input.values['json'] === true) return context.printJson(costs);
        context.print(formatCostsTable(costs, input.values['full'] === true ? Number.POSITIVE_INFINITY : undefined));
      },
      LOOK_ONLY,
    );
  },
};
