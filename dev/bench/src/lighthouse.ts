import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { APP_KEY_HEADER, SERVED_ELEMENT_ID } from '@solvent/contracts';
import type { ModulesResponse, ProblemsResponse } from '@solvent/contracts';
import { createServer } from '../../../e2e/chaos/server.ts';
import { ROOT } from '../../../scripts/setup/root.mjs';
import { quantile } from './compare.ts';
import { reportFigures } from './figures.ts';
import type { Figures } from './figures.ts';
import { runLighthouse } from './lighthouse-run.ts';
import { deployTo } from './deploy-builds.ts';

const RUNS = Number(process.env['LIGHTHOUSE_RUNS'] ?? 5);
/** Which screens, such as `/home,/problems`: all where none is named. */
const REQUESTED_SCREENS = process.env['LIGHTHOUSE_SCREENS']?.split(',');

const PERFORMANCE = 95;
const SHIFTS = 0.02;

/** The public screens by what they are called, each with its address. */
async function listScreens(url: string): Promise<[name: string, path: string][]> {
  const fetchJson = async <Answer>(path: string) => {
    const answer = await fetch(`${url}/api${path}`, { headers: { [APP_KEY_HEADER]: 'solvent-web' } });
    return (await answer.json()) as Answer; // the contract of the address
  };
  const [problem] = (await fetchJson<ProblemsResponse>('/problems')).problems;
  const [module] = (await fetchJson<ModulesResponse>('/modules')).modules;
  const fixed = ['/home', '/problems', '/toolbox', '/terms', '/privacy', '/contact', '/signin', '/signup'];
  const all: [string, string][] = [
    ...fixed.map((path): [string, string] => [path, path]),
    ['/problems/:id', `/problems/${problem?._id}`],
    ['/toolbox/:moduleId', `/toolbox/${module?.slug}`],
    ['/profile/:id', `/profile/${problem?.user._id}`],
  ];
  return all.filter(([name]) => REQUESTED_SCREENS?.includes(name) ?? true);
}

/**
 * Requests a page once, as an earlier visitor in the last half minute, so that it is rendered on the server. @returns
 * whether it is
 */
async function warm(address: string): Promise<boolean> {
  for (let tries = 0; tries < 20; tries += 1) {
    const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text();
    if (page.includes(`id="${SERVED_ELEMENT_ID}"`)) return true;
    await wait(150);
  }
  return false;
}

const computeMedians = (runs: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(runs[0] ?? {}).map((name) => [
      name,
      quantile(
        runs.map((run) => run[name] ?? Number.NaN),
        0.5,
      ),
    ]),
  );

/** All screens in turn, again and again: what slows the machine down for a while slows all of them. */
async function measure(url: string): Promise<{ report: Record<string, Figures>; lines: string[] }> {
  const screens = (await listScreens(url)).map(([name, path]) => ({ name, address: url + path, runs: [] as Figures[] }));
  const lines = new Set<string>();
  for (let round = 1; round <= RUNS; round += 1) {
    for (const { name, address, runs } of screens) {
      if (!(await warm(address))) lines.add(`${name} is not rendered by the server.`);
      const { figures, faults } = await runLighthouse(address);
      runs.push(figures);
      for (const fault of faults) lines.add(`${name}: ${fault}`);
    }
    process.stdout.write(`round ${round} of ${RUNS}, `);
  }
  return { report: Object.fromEntries(screens.map(({ name, runs }) => [name, computeMedians(runs)])), lines: [...lines] };
}

/** A line for each goal that a screen misses. */
function missed([name, { performance = 0, shifts = 1, ...others }]: [string, Figures]): string[] {
  const whole = ['accessibility', 'best-practices', 'seo'].filter((category) => others[category] !== 100);
  return [
    ...(performance < PERFORMANCE ? [`MISSED: ${name}: performance at least ${PERFORMANCE}`] : []),
    ...(shifts > SHIFTS ? [`MISSED: ${name}: shifts at most ${SHIFTS}`] : []),
    ...whole.map((category) => `MISSED: ${name}: ${category} 100`),
  ];
}

/** The program: Lighthouse on the public screens with demo data, as a phone. */
const folder = await mkdtemp(join(tmpdir(), 'solvent-lighthouse-'));
await deployTo(folder);
const server = await createServer({ DATA_DIR: folder, SEED: 'demo', LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '1000' }, ROOT);
try {
  await server.start();
  const { report, lines } = await measure(`http://localhost:${server.port}`);
  const goals = Object.entries(report).flatMap(missed);
  const verdict = goals.length > 0 ? goals : ['met: all goals'];
  reportFigures('lighthouse', `Lighthouse, mobile, medians of ${RUNS}`, report, [...lines, ...verdict]);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
