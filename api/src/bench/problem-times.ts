import { loadavg } from 'node:os';
import type { Ports } from '../platform/deps.ts';
import type { App } from '../platform/feature.ts';
import { withApp } from './bench-app.ts';
import { addManyProblems } from './many-rows.ts';
import { problemCases, timeOfRequest } from './problem-cases.ts';
import type { Case } from './problem-cases.ts';
import { rowOf, tableOf, verdicts } from './report.ts';
import type { Report } from './report.ts';
import { standingReport, writeReport } from './standing.ts';

const COUNT = 100_000;
const WARM_UP = 5;
/** Rounds end at this number or after this time (ms), whichever is first: slow databases take fewer. */
const ROUNDS = 200;
const PATIENCE = 30_000;
/** The bare queries, slower than what they are there for, run in each fourth round. */
const BARE_EACH = 4;

async function timeOfBare({ db }: Ports, { bare }: Case, round: number): Promise<number> {
  const started = performance.now();
  await db.$client.query(bare(round));
  return performance.now() - started;
}

/** The cases in turn, and their bare queries with them: what slows the machine down for a while slows all of them. */
async function measure(app: App, ports: Ports, cases: readonly Case[]): Promise<Report> {
  const measured = cases.map((one) => ({ one, requests: [] as number[], bare: [] as number[] }));
  const end = Date.now() + PATIENCE;
  for (let round = -WARM_UP; round < ROUNDS && Date.now() < end; round += 1) {
    for (const { one, requests, bare } of measured) {
      if (one.before !== undefined) await timeOfRequest(app, ports, one.before(round));
      const request = await timeOfRequest(app, ports, one.path(round));
      if (round >= 0) requests.push(request);
      if (round >= 0 && round % BARE_EACH === 0) bare.push(await timeOfBare(ports, one, round));
    }
  }
  process.stdout.write(`${measured[0]?.requests.length} rounds, `);
  return Object.fromEntries(measured.map(({ one, requests, bare }) => [one.name, rowOf(requests, bare)]));
}

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
  await withApp({ DATABASE_URL: url }, async (app, ports) => {
    const started = Date.now();
    await addManyProblems(ports.db, COUNT);
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    process.stdout.write(`Reading ${COUNT.toLocaleString('en-US')} problems, database: ${database}, filled in ${seconds} s\n`);
    const report = await measure(app, ports, problemCases(await someIds(ports)));
    process.stdout.write(`load of the machine ${loadavg()[0]?.toFixed(1)}\n${tableOf(report, standingReport(database))}\n`);
    if (database === 'PostgreSQL') process.stdout.write(`${verdicts(report).join('\n')}\n`);
    writeReport(database, report);
  });
}

await main();
