import { APP_KEY_HEADER } from '@solvent/contracts';
import type { Ports } from '../../../api/src/app.ts';
import type { App } from '../../../api/src/platform/http/app.ts';
import { formatRow } from './report.ts';
import type { Report } from './report.ts';

const WARM_UP = 5;
/** Rounds end at this number or after this time (ms), whichever is first: slow databases take fewer. */
const ROUNDS = 200;
const TIMEOUT = 20_000;
/** The bare queries, slower than what they are there for, run in each fourth round. */
const BARE_EACH = 4;

/** Something that is timed beside the bare query for the same rows. */
export interface Case {
  name: string;
  /** The request, different each round where the same one twice would be answered from memory. */
  path: (round: number) => string;
  /** Requested first, untimed. */
  before?: (round: number) => string;
  bare: (round: number) => { text: string; values?: unknown[] };
}

/** Sends a request to the application. @returns its duration (ms) */
async function timeOfRequest(app: App, { config }: Ports, path: string): Promise<number> {
  const started = performance.now();
  const { statusCode } = await app.inject({ method: 'GET', url: path, headers: { [APP_KEY_HEADER]: config.appKey } });
  if (statusCode !== 200) throw new Error(`GET ${path} answered ${statusCode}`);
  return performance.now() - started;
}

async function timeOfBare({ db }: Ports, { bare }: Case, round: number): Promise<number> {
  const started = performance.now();
  await db.$client.query(bare(round));
  return performance.now() - started;
}

/** The cases in turn, and their bare queries with them: what slows the machine down for a while slows all of them. */
export async function measure(app: App, ports: Ports, cases: readonly Case[]): Promise<Report> {
  const measured = cases.map((one) => ({ one, requests: [] as number[], bare: [] as number[] }));
  const end = Date.now() + TIMEOUT;
  for (let round = -WARM_UP; round < ROUNDS && Date.now() < end; round += 1) {
    for (const { one, requests, bare } of measured) {
      if (one.before !== undefined) await timeOfRequest(app, ports, one.before(round));
      const request = await timeOfRequest(app, ports, one.path(round));
      if (round >= 0) requests.push(request);
      if (round >= 0 && round % BARE_EACH === 0) bare.push(await timeOfBare(ports, one, round));
    }
  }
  process.stdout.write(`${measured[0]?.requests.length} rounds, `);
  return Object.fromEntries(measured.map(({ one, requests, bare }) => [one.name, formatRow(requests, bare)]));
}
