import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../../scripts/setup/root.mjs';

/** The committed baseline. */
const BASELINE_FILE = join(ROOT, 'docs/benchmarks.json');
/** Results of runs; git ignores this file. */
const RESULTS_FILE = join(ROOT, '.data/benchmarks.json');

/** Rows of a report by what they measure. */
type Rows<Row> = Record<string, Row>;

/** Reads reports by name. */
function readReports<Row>(file: string): Record<string, Rows<Row>> {
  try {
    // This program wrote the file.
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Rows<Row>>;
  } catch {
    return {};
  }
}

export const readBaseline = <Row>(name: string): Rows<Row> => readReports<Row>(BASELINE_FILE)[name] ?? {};

/** Writes the report of a run to the results, or with `--keep` to the baseline. */
export function writeReport<Row>(name: string, report: Rows<Row>): void {
  const file = process.argv.includes('--keep') ? BASELINE_FILE : RESULTS_FILE;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...readReports(file), [name]: report }, null, 2)}\n`);
}
