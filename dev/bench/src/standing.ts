import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../../scripts/setup/root.mjs';
import type { Report } from './report.ts';

/** What stands on main, and where a run is written: data that git does not see. */
const STANDING = join(ROOT, 'docs/benchmarks.json');
const WRITTEN = join(ROOT, '.data/benchmarks.json');

/** Reports by what was measured, and on which database. */
type Reports = Record<string, Report>;

function readReports(file: string): Reports {
  try {
    // Written by this program.
    return JSON.parse(readFileSync(file, 'utf8')) as Reports;
  } catch {
    return {};
  }
}

/** What stands on main. */
export const standingReport = (name: string): Report => readReports(STANDING)[name] ?? {};

/** Writes a run; with `--keep` it is what stands on main from now on. */
export function writeReport(name: string, report: Report): void {
  const file = process.argv.includes('--keep') ? STANDING : WRITTEN;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...readReports(file), [name]: report }, null, 2)}\n`);
}
