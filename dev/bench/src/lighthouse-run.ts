import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../scripts/setup/root.mjs';
import type { Figures } from './figures.ts';

const execute = promisify(execFile);

const requireFromBench = createRequire(join(ROOT, 'dev/bench/package.json'));
/** The report of a run has several megabytes. */
const MAX_OUTPUT_BYTES = 64_000_000;

/** The fields of a report that are used. */
interface LighthouseReport {
  runtimeError?: { message: string };
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

/** Ids of the audits that contain the figures, by figure. */
const AUDITS: Record<string, string> = {
  'largest paint, ms': 'largest-contentful-paint',
  'blocking, ms': 'total-blocking-time',
  shifts: 'cumulative-layout-shift',
  'main thread, ms': 'mainthread-work-breakdown',
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

export interface LighthouseRun {
  figures: Figures;
  /** Audits without full points, except those of performance, such as `seo: meta-description`. */
  failedAudits: string[];
}

/** Runs Lighthouse on a page in a new browser that emulates a phone. @throws Error if the page cannot be loaded */
export async function runLighthouse(address: string): Promise<LighthouseRun> {
  const args = [
    requireFromBench.resolve('lighthouse/cli/index.js'),
    address,
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox',
  ];
  const { stdout } = await execute(process.execPath, args, { maxBuffer: MAX_OUTPUT_BYTES });
  // Lighthouse writes this format.
  const { runtimeError, categories, audits } = JSON.parse(stdout) as LighthouseReport;
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`);
  const scores = CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? Number.NaN) * 100)] as const);
  const values = Object.entries(AUDITS).map(([name, id]) => [name, audits[id]?.numericValue ?? Number.NaN] as const);
  const failedAudits = CATEGORIES.filter((id) => id !== 'performance').flatMap((id) =>
    (categories[id]?.auditRefs ?? [])
      .filter((audit) => audit.weight > 0 && (audits[audit.id]?.score ?? 1) < 1)
      .map((audit) => `${id}: ${audit.id}`),
  );
  return { figures: Object.fromEntries([...scores, ...values]), failedAudits };
}
