import { loadavg } from 'node:os';
import type { Ports } from '../deps.ts';
import { withApp } from './bench-app.ts';
import { addManyProblems } from './many-rows.ts';
import { measure } from './measure.ts';
import { problemCases } from './problem-cases.ts';
import { tableOf, verdicts } from './report.ts';
import { standingReport, writeReport } from './standing.ts';

const COUNT = 100_000;

async function someIds({ db }: Ports): Promise<string[]> {
  const { rows } = await db.$client.query<{ id: string }>(
    "SELECT id FROM problems WHERE status <> 'closed' ORDER BY id LIMIT 500",
  );
  return rows.map(({ id }) => id);
}

/** The program: how long reading problems takes, beside the bare queries. `--keep` makes the times what stands on main. */
async function main(): Promise<void> {
  const url = process.env['DATABASE_URL'] || undefined;
  const database = url === undefined ? 'embedded' : 'PostgreSQL';
  await withApp({ DATABASE_URL: url }, async (app, ports, maintain) => {
    const started = Date.now();
    await maintain((db) => addManyProblems(db, COUNT));
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    process.stdout.write(`Reading ${COUNT.toLocaleString('en-US')} problems, database: ${database}, filled in ${seconds} s\n`);
    const report = await measure(app, ports, problemCases(await someIds(ports)));
    process.stdout.write(`load of the machine ${loadavg()[0]?.toFixed(1)}\n${tableOf(report, standingReport(database))}\n`);
    if (database === 'PostgreSQL') process.stdout.write(`${verdicts(report).join('\n')}\n`);
    writeReport(database, report);
  });
}

await main();
