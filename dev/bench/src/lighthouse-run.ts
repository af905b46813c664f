import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../scripts/setup/root.mjs';
import type { Figures } from './figures.ts';

const execute = promisify(execFile);

const requireOfBench = createRequire(join(ROOT, 'dev/bench/package.json'));
/** A run writes some megabytes. */
const OUTPUT_MAX = 64_000_000;

/** The used part of a report. */
interface LighthouseReport {
  runtimeError?: { message: string };
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

/** Figures by the audits that have them. */
const AUDITS: Record<string, string> = {
  'largest paint, ms': 'largest-contentful-paint',
  'blocking, ms': 'total-blocking-time',
  shifts: 'cumulative-layout-shift',
  'main thread, ms': 'mainthread-work-breakdown',
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Results of one run. */
export interface LighthouseRun {
  figures: Figures;
  /** Audits that cost points, but those of performance: as `seo: meta-description`. */
  faults: string[];
}

/** Runs Lighthouse on a page, as a phone (its default), in a browser of its own. @throws Error where it could not load the page */
export async function runLighthouse(address: string): Promise<LighthouseRun> {
  const args = [
    requireOfBench.resolve('lighthouse/cli/index.js'),
    address,
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox',
  ];
  const { stdout } = await execute(process.execPath, args, { maxBuffer: OUTPUT_MAX });
  // As Lighthouse writes it.
  const { runtimeError, categories, audits } = JSON.parse(stdout) as LighthouseReport;
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`);
  const scores = CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? Number.NaN) * 100)] as const);
  const values = Object.entries(AUDITS).map(([name, id]) => [name, audits[id]?.numericValue ?? Number.NaN] as const);
  const faults = CATEGORIES.filter((id) => id !== 'performance').flatMap((id) =>
    (categories[id]?.auditRefs ?? [])
      .filter((audit) => audit.weight > 0 && (audits[audit.id]?.score ?? 1) < 1)
      .map((audit) => `${id}: ${audit.id}`),
  );
  return { figures: Object.fromEntries([...scores, ...values]), faults };
}
