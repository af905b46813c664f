import { loadavg } from 'node:os';
import { APP_KEY_HEADER } from '@solvent/contracts';
import type { Ports } from '../../../../api/src/app.ts';
import type { App } from '../../../../api/src/platform/http/app.ts';
import { withApp } from '../bench-app.ts';
import { quantile } from '../compare.ts';
import { reportFigures } from '../figures.ts';
import type { Figures } from '../figures.ts';
import { getAmounts } from './amounts.ts';
import { listSizedCases } from './cases.ts';
import type { Kind, SizedCase } from './cases.ts';
import { readCallers, findItems } from './callers.ts';
import { formatCostsTable, resetStatementCosts, readStatementCosts } from '../../../../api/src/platform/db/statement-costs.ts';

const WARM_UP_ROUNDS = 3;
/** Slow databases run fewer, because TIMEOUT_MS ends the loop. */
const MAX_ROUNDS = 100;
const TIMEOUT_MS = Number(process.env['BENCH_SECONDS'] ?? 150) * 1000;
/** Maximum total time of a case; slow cases run fewer rounds. */
const MAX_CASE_MS = 6000;

/** Maximum times (ms) by kind. */
const GOALS: Record<Kind, { p50?: number; p99?: number }> = {
  read: { p50: 5, p99: 30 },
  search: { p99: 50 },
  send: { p50: 2, p99: 15 },
  rare: {},
};

interface Timed {
  sizedCase: SizedCase;
  times: number[];
  failed: string | undefined;
}

async function send(
  app: App,
  { config }: Ports,
  { as, body }: SizedCase,
  url: string,
  round: number,
): Promise<{ ms: number; status: number }> {
  const headers = { [APP_KEY_HEADER]: config.appKey, ...(as && { authorization: `Bearer ${as.token}` }) };
  const started = performance.now();
  const { statusCode } =
    body === undefined
      ? await app.inject({ method: 'GET', url, headers })
      : await app.inject({ method: 'POST', url, headers, payload: body(round) });
  return { ms: performance.now() - started, status: statusCode };
}

async function timeOnce(app: App, ports: Ports, timed: Timed, round: number): Promise<void> {
  const { sizedCase, times } = timed;
  if (sizedCase.before !== undefined) await send(app, ports, sizedCase, sizedCase.before(round), round);
  const { ms, status } = await send(app, ports, sizedCase, sizedCase.path(round), round);
  if (status >= 400) timed.failed = `${sizedCase.path(round)} returned ${status} after ${ms.toFixed(0)} ms`;
  if (round >= 0) times.push(ms);
}

/** Alternates the cases, so that load of the machine affects all of them. */
async function timeAll(app: App, ports: Ports, cases: readonly SizedCase[]): Promise<Timed[]> {
  const all: Timed[] = cases.map((sizedCase) => ({ sizedCase, times: [], failed: undefined }));
  const end = Date.now() + TIMEOUT_MS;
  const sum = (times: number[]) => times.reduce((total, ms) => total + ms, 0);
  for (let round = -WARM_UP_ROUNDS; round < MAX_ROUNDS && Date.now() < end; round += 1)
    for (const timed of all) if (sum(timed.times) < MAX_CASE_MS) await timeOnce(app, ports, timed, round);
  return all;
}

const round = (ms: number) => Math.round(ms * 100) / 100;
const toFigures = ({ times }: Timed): Figures => ({
  p50: round(quantile(times, 0.5)),
  p99: round(quantile(times, 0.99)),
  rounds: times.length,
});

function findMissedGoals({ sizedCase, times, failed }: Timed): string[] {
  const { p50, p99 } = GOALS[sizedCase.kind];
  const [median, tail] = [quantile(times, 0.5), quantile(times, 0.99)];
  return [
    ...(failed === undefined ? [] : [`FAILED: ${sizedCase.name}: ${failed}`]),
    ...(p50 !== undefined && median > p50 ? [`MISSED: ${sizedCase.name}: p50 ${median.toFixed(1)} ms, at most ${p50}`] : []),
    ...(p99 !== undefined && tail > p99 ? [`MISSED: ${sizedCase.name}: p99 ${tail.toFixed(1)} ms, at most ${p99}`] : []),
  ];
}

const factor = Number(process.argv.find((arg) => arg.startsWith('--factor='))?.slice('--factor='.length) ?? 1);
const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? '';
const amounts = getAmounts(factor);

/** Measures response times of the API with a million problems and ten million messages. */
await withApp(async (app, ports) => {
  await app.ready();
  const { $client } = ports.db;
  await $client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const callers = await readCallers(ports.db, Math.round(amounts.people / 8));
  const cases = listSizedCases(await findItems(ports.db), callers).filter(({ name }) => name.includes(only));
  await resetStatementCosts($client);
  const all = await timeAll(app, ports, cases);
  const costs = [...(await readStatementCosts($client, 'total', 20)), ...(await readStatementCosts($client, 'mean', 15))];
  const report = Object.fromEntries(all.map((timed) => [timed.sizedCase.name, toFigures(timed)]));
  const missedGoals = all.flatMap(findMissedGoals);
  const label = `${amounts.problems.toLocaleString('en-US')} problems, ${amounts.messages.toLocaleString('en-US')} messages, load ${loadavg()[0]?.toFixed(1)}`;
  reportFigures(`at size, ${factor}`, label, report, [
    ...(missedGoals.length > 0 ? missedGoals : ['met: all goals']),
    'Most expensive statements, by total and by mean time:',
    formatCostsTable(costs, 200),
  ]);
});
