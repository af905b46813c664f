import { APP_KEY_HEADER } from '@solvent/contracts';
import type { Ports } from '../../../api/src/app.ts';
import type { App } from '../../../api/src/platform/http/app.ts';
import { createRow } from './report.ts';
import type { Report } from './report.ts';

const WARM_UP_ROUNDS = 5;
/** Slow databases run fewer, because TIMEOUT_MS ends the loop. */
const MAX_ROUNDS = 200;
const TIMEOUT_MS = 20_000;
/** Bare queries take longer than the requests that they are compared with, so they run in fewer rounds. */
const ROUNDS_PER_BARE_QUERY = 4;

/** A request, and the bare query for the same rows that it is compared with. */
export interface Case {
  name: string;
  /** Differs in each round if the response is cached. */
  path: (round: number) => string;
  /** Requested before `path`, without measuring it. */
  before?: (round: number) => string;
  bare: (round: number) => { text: string; values?: unknown[] };
}

/** Sends a request to the application. @returns its duration (ms) */
async function measureRequest(app: App, { config }: Ports, path: string): Promise<number> {
  const started = performance.now();
  const { statusCode } = await app.inject({ method: 'GET', url: path, headers: { [APP_KEY_HEADER]: config.appKey } });
  if (statusCode !== 200) throw new Error(`GET ${path} returned ${statusCode}`);
  return performance.now() - started;
}

async function measureBareQuery({ db }: Ports, { bare }: Case, round: number): Promise<number> {
  const started = performance.now();
  await db.$client.query(bare(round));
  return performance.now() - started;
}

/** Alternates the cases and their bare queries, so that load of the machine affects all of them. */
export async function measure(app: App, ports: Ports, cases: readonly Case[]): Promise<Report> {
  const measured = cases.map((one) => ({ one, requests: [] as number[], bare: [] as number[] }));
  const end = Date.now() + TIMEOUT_MS;
  for (let round = -WARM_UP_ROUNDS; round < MAX_ROUNDS && Date.now() < end; round += 1) {
    for (const { one, requests, bare } of measured) {
      if (one.before !== undefined) await measureRequest(app, ports, one.before(round));
      const request = await measureRequest(app, ports, one.path(round));
      if (round >= 0) requests.push(request);
      if (round >= 0 && round % ROUNDS_PER_BARE_QUERY === 0) bare.push(await measureBareQuery(ports, one, round));
    }
  }
  process.stdout.write(`${measured[0]?.requests.length} rounds, `);
  return Object.fromEntries(measured.map(({ one, requests, bare }) => [one.name, createRow(requests, bare)]));
}
