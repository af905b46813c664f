import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { row } from '../markdown-table.ts';
import type { Fetched } from '../visitor.ts';
import { OUT } from './builds.ts';
import type { Change } from './builds.ts';
import { PAGES } from './pages.mjs';
import type { Variants } from './variants.ts';

/** A first visit until its heading, or whole; or a return after a change. */
export type Visit = 'needed' | 'whole' | Change;
export type VariantName = keyof Variants;

export interface Measured {
  path: string;
  variant: VariantName;
  /** Build files that came over the network. */
  visits: Partial<Record<Visit, Fetched[]>>;
}

export const filterBuilt = (fetched: readonly Fetched[]) =>
  fetched.filter(({ path }) => /^\/(?:shell|remotes|bundle)\//.test(path));
const isScript = ({ path }: Fetched) => path.endsWith('.js');

/** @throws Error if the visit was not made */
export function sumBytes({ path, variant, visits }: Measured, visit: Visit, counted: 'all' | 'scripts' = 'all'): number {
  const files = visits[visit];
  if (!files) throw new Error(`There was no visit "${visit}" of ${variant} to ${path}.`);
  return files.filter((file) => counted === 'all' || isScript(file)).reduce((sum, { bytes }) => sum + bytes, 0);
}

const formatFiles = (files: Fetched[] | undefined) =>
  files && `${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toFixed(1)} (${files.length})`;

const ROWS: [text: string, cell: (measured: Measured) => string | undefined][] = [
  ['first visit, until the heading: scripts', ({ visits }) => formatFiles(visits.needed?.filter(isScript))],
  ['– its styles and fonts', ({ visits }) => formatFiles(visits.needed?.filter((file) => !isScript(file)))],
  ['whole first visit: scripts', ({ visits }) => formatFiles(visits.whole?.filter(isScript))],
  ['again, after a heading of the Toolbox', ({ visits }) => formatFiles(visits.toolbox)],
  ['again, after a width in `@solvent/ui`', ({ visits }) => formatFiles(visits.ui)],
  ['again, after a patch of React DOM', ({ visits }) => formatFiles(visits.library)],
];

/** Writes all measurements as JSON. @returns the table of docs/benchmarks.md */
export async function writeTable(variants: Variants, measured: readonly Measured[]): Promise<string> {
  const load = loadavg().map((average) => average.toFixed(1));
  await writeFile(join(OUT, 'table.json'), JSON.stringify({ load, measured }, null, 2));
  const lines = ROWS.map(([text, cell]) => {
    const cells = PAGES.map(({ path }) => measured.filter((one) => one.path === path).flatMap((one) => cell(one) ?? '–'));
    return row([text, ...cells.map((parts) => parts.join(' / ').replace(/(?: \/ –)+$/, ''))]);
  });
  const names = Object.values(variants).map(({ name }) => name);
  const head = row([`kB (requests): ${names.join(' / ')}`, ...PAGES.map(({ path }) => path)]);
  return [head, row(['---', ...PAGES.map(() => '---')]), ...lines, '', `Load average: ${load.join(', ')}`].join('\n');
}
