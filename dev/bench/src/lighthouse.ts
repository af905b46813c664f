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
import { deployBuilds } from './deploy-builds.ts';

const RUNS = Number(process.env['LIGHTHOUSE_RUNS'] ?? 5);
/** Screens to measure, such as `/home,/problems`. All screens if it is not set. */
const REQUESTED_SCREENS = process.env['LIGHTHOUSE_SCREENS']?.split(',');

const MIN_PERFORMANCE_SCORE = 95;
const MAX_LAYOUT_SHIFT = 0.02;

/** Public pages, as pairs of route pattern and URL path. */
async function listScreens(url: string): Promise<[name: string, path: string][]> {
  const fetchJson = async <Body>(path: string) => {
    const response = await fetch(`${url}/api${path}`, { headers: { [APP_KEY_HEADER]: 'solvent-web' } });
    return (await response.json()) as Body; // The contract of the path guarantees the type.
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

/** Requests a page until it is rendered on the server, as for an earlier visitor. @returns whether it was rendered */
async function waitUntilRendered(address: string): Promise<boolean> {
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

/** Alternates the screens, so that load of the machine affects all of them. */
async function measure(url: string): Promise<{ report: Record<string, Figures>; lines: string[] }> {
  const screens = (await listScreens(url)).map(([name, path]) => ({ name, address: url + path, runs: [] as Figures[] }));
  const lines = new Set<string>();
  for (let round = 1; round <= RUNS; round += 1) {
    for (const { name, address, runs } of screens) {
      if (!(await waitUntilRendered(address))) lines.add(`${name} is not rendered by the server.`);
      const { figures, failedAudits } = await runLighthouse(address);
      runs.push(figures);
      for (const audit of failedAudits) lines.add(`${name}: ${audit}`);
    }
    process.stdout.write(`round ${round} of ${RUNS}, `);
  }
  return { report: Object.fromEntries(screens.map(({ name, runs }) => [name, computeMedians(runs)])), lines: [...lines] };
}

/** Returns a line for each goal that a screen misses. */
function findMissedGoals([name, { performance = 0, shifts = 1, ...others }]: [string, Figures]): string[] {
  const incomplete = ['accessibility', 'best-practices', 'seo'].filter((category) => others[category] !== 100);
  return [
    ...(performance < MIN_PERFORMANCE_SCORE ? [`MISSED: ${name}: performance at least ${MIN_PERFORMANCE_SCORE}`] : []),
    ...(shifts > MAX_LAYOUT_SHIFT ? [`MISSED: ${name}: shifts at most ${MAX_LAYOUT_SHIFT}`] : []),
    ...incomplete.map((category) => `MISSED: ${name}: ${category} 100`),
  ];
}

/** Runs Lighthouse on the public screens with demo data, emulating a phone. */
const folder = await mkdtemp(join(tmpdir(), 'solvent-lighthouse-'));
await deployBuilds(folder);
const server = await createServer({ DATA_DIR: folder, SEED: 'demo', LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '1000' }, ROOT);
try {
  await server.start();
  const { report, lines } = await measure(`http://localhost:${server.port}`);
  const goals = Object.entries(report).flatMap(findMissedGoals);
  const verdict = goals.length > 0 ? goals : ['met: all goals'];
  reportFigures('lighthouse', `Lighthouse, mobile, medians of ${RUNS}`, report, [...lines, ...verdict]);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
