import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../../scripts/setup/root.mjs';

/** Paths of the baseline, and of a run's results, which git ignores. */
const BASELINE_FILE = join(ROOT, 'docs/benchmarks.json');
const RESULTS_FILE = join(ROOT, '.data/benchmarks.json');

/** Rows of a report by what they measure. */
type Rows<Row> = Record<string, Row>;

/** Reports by what was measured, and on which database. */
function readReports<Row>(file: string): Record<string, Rows<Row>> {
  try {
    // Written by this program.
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Rows<Row>>;
  } catch {
    return {};
  }
}

/** The baseline. */
export const readBaseline = <Row>(name: string): Rows<Row> => readReports<Row>(BASELINE_FILE)[name] ?? {};

/** Writes a run; with `--keep` it becomes the baseline. */
export function writeReport<Row>(name: string, report: Rows<Row>): void {
  const file = process.argv.includes('--keep') ? BASELINE_FILE : RESULTS_FILE;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...readReports(file), [name]: report }, null, 2)}\n`);
}
