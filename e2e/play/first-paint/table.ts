import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../src/setup/workspace.ts';
import { median, row } from '../markdown-table.ts';
import type { Visit } from './visit.ts';

/** The product with and without server rendering, and one build without federation. */
export type SubjectName = 'rendered' | 'clientRendered' | 'bundle';

const NAMES: Record<SubjectName, string> = {
  rendered: 'rendered by the server',
  clientRendered: 'rendered by the browser',
  bundle: 'one build, split',
};

export interface Visits {
  path: string;
  subject: SubjectName;
  visits: Visit[];
}

type Figure = 'firstByte' | 'firstPaint' | 'largestPaint' | 'shifts' | 'blocking' | 'scripting' | 'working' | 'html' | 'scripts';

const formatInteger = (value: number) => value.toFixed(0);
const formatKilobytes = (value: number) => (value / 1000).toFixed(1);

const ROWS: [text: string, figure: Figure, write: (value: number) => string][] = [
  ['first byte, ms', 'firstByte', formatInteger],
  ['first paint, ms', 'firstPaint', formatInteger],
  ['largest paint, ms', 'largestPaint', formatInteger],
  ['shifts of the layout', 'shifts', (value) => value.toFixed(3)],
  ['blocking time, ms', 'blocking', formatInteger],
  ['main thread: scripts, ms', 'scripting', formatInteger],
  ['main thread: all, ms', 'working', formatInteger],
  ['HTML, kB', 'html', formatKilobytes],
  ['scripts of the whole visit, kB', 'scripts', formatKilobytes],
];

const medianFigure = (visits: Visits | undefined, figure: Figure) =>
  median(visits?.visits.map((visit) => visit[figure]) ?? []) ?? Number.NaN;

/** @returns the table of docs/benchmarks.md */
export function formatTable(all: readonly Visits[]): string {
  const paths = [...new Set(all.map(({ path }) => path))];
  const cell = (path: string, [, figure, write]: (typeof ROWS)[number]) =>
    all.filter((one) => one.path === path).map((one) => write(medianFigure(one, figure)));
  const lines = ROWS.map((line) => row([line[0], ...paths.map((path) => cell(path, line).join(' / '))]));
  const head = row([Object.values(NAMES).join(' / '), ...paths]);
  return [head, row(['---', ...paths.map(() => '---')]), ...lines].join('\n');
}

/** Writes all visits as JSON. @returns the machine's load */
export async function writeVisits(all: readonly Visits[]): Promise<string> {
  const load = loadavg().map((average) => average.toFixed(1));
  const folder = join(ROOT, 'e2e/dist/first-paint');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'visits.json'), JSON.stringify({ load, all }, null, 2));
  return `Load average: ${load.join(', ')}`;
}

const PAINTED_EARLY = ['/home', '/problems'];

/** Goals of docs/benchmarks.md. */
export function checkGoals(all: readonly Visits[]): { text: string; isMet: boolean }[] {
  const find = (path: string, subject: SubjectName) => all.find((one) => one.path === path && one.subject === subject);
  const early = PAINTED_EARLY.flatMap((path) => {
    const paint = medianFigure(find(path, 'rendered'), 'largestPaint');
    const share = paint / medianFigure(find(path, 'bundle'), 'largestPaint');
    return [
      { text: `${path}: largest paint at most 1000 ms: ${formatInteger(paint)}`, isMet: paint <= 1000 },
      { text: `${path}: largest paint at most 0.4 × that of the one build: ${share.toFixed(2)}`, isMet: share <= 0.4 },
    ];
  });
  const each = all
    .filter(({ subject }) => subject === 'rendered')
    .flatMap((one) => {
      const [blocking, shifts] = [medianFigure(one, 'blocking'), medianFigure(one, 'shifts')];
      const served = one.visits.filter(({ isServed }) => isServed).length;
      return [
        {
          text: `${one.path}: rendered by the server in each visit: ${served} of ${one.visits.length}`,
          isMet: served === one.visits.length,
        },
        { text: `${one.path}: blocking time at most 200 ms: ${formatInteger(blocking)}`, isMet: blocking <= 200 },
        { text: `${one.path}: shifts at most 0.02: ${shifts.toFixed(3)}`, isMet: shifts <= 0.02 },
      ];
    });
  return [...early, ...each];
}
