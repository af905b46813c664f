import { loadavg } from 'node:os';
import { MODULE_SORTS } from '@solvent/contracts';
import type { Ports } from '../deps.ts';
import { withApp } from './bench-app.ts';
import { addManyModules } from './many-modules.ts';
import { measure } from './measure.ts';
import { moduleCases } from './module-cases.ts';
import { quick, tableOf, verdicts } from './report.ts';
import type { Goal, Report } from './report.ts';
import { standingReport, writeReport } from './standing.ts';

const COUNT = 20_000;
/** ms */
const MOST = 50;

const named = (report: Report, start: string) => Object.entries(report).filter(([name]) => name.startsWith(start));

/** The goals of the catalogue on PostgreSQL. */
const GOALS: Goal[] = [
  ...['sort', 'search'].map((start) => ({
    says: `${start}, each: p99 at most ${MOST} ms`,
    holds: (report: Report) => named(report, start).every(([, { p99 }]) => p99 <= MOST),
  })),
  ...quick(['module', 'related', ...MODULE_SORTS.map((sort) => `search: common word, ${sort}`)]),
];

async function someModules({ db }: Ports): Promise<{ ids: string[]; authorId: string }> {
  const { rows } = await db.$client.query<{ id: string; author: string }>(
    "SELECT id, author_id AS author FROM modules WHERE status = 'published' ORDER BY id LIMIT 500",
  );
  return { ids: rows.map(({ id }) => id), authorId: rows[0]?.author ?? '' };
}

/** The program: how long reading the catalogue takes, beside the bare queries. `--keep` makes the times what stands on main. */
async function main(): Promise<void> {
  const url = process.env['DATABASE_URL'] || undefined;
  const database = url === undefined ? 'embedded' : 'PostgreSQL';
  const name = `modules, ${database}`;
  await withApp({ DATABASE_URL: url }, async (app, ports, maintain) => {
    await maintain((db) => addManyModules(db, COUNT));
    process.stdout.write(`The catalogue with ${COUNT.toLocaleString('en-US')} modules, database: ${database}\n`);
    const { ids, authorId } = await someModules(ports);
    const report = await measure(app, ports, moduleCases(ids, authorId));
    process.stdout.write(`load of the machine ${loadavg()[0]?.toFixed(1)}\n${tableOf(report, standingReport(name))}\n`);
    if (database === 'PostgreSQL') process.stdout.write(`${verdicts(report, GOALS).join('\n')}\n`);
    writeReport(name, report);
  });
}

await main();
