import { getRuntimeConfig } from '@solvent/http';
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { Remotes } from '../remotes/remotes-context.ts';
import { reportBodies } from './report-body.ts';
import type { Vitals } from './report-body.ts';
import { atReportTimes } from './report-times.ts';
import { watchScriptErrors } from './script-errors.ts';
import { sendReport } from './send-report.ts';

/**
 * Tells the API which versions of the remotes this page runs, how quickly they came, and what failed: by it a canary stops
 * itself, and a team sees how its release does. Starts once the page stands; the journal has what was before.
 *
 * @param landingPath where the visit began
 */
export function startReports(remotes: Remotes, landingPath: string): void {
  const vitals: Vitals = new Map();
  for (const onVital of [onCLS, onFCP, onINP, onLCP, onTTFB]) onVital(({ name, value }) => void vitals.set(name, value));
  const { reportToken: token } = getRuntimeConfig();
  const bodies = reportBodies({ ...remotes, vitals, landingPath, token });
  watchScriptErrors(remotes);
  // After the vitals' own listeners: they settle when the page goes out of sight.
  atReportTimes(() => {
    const body = bodies.next();
    if (body) sendReport(body);
  });
}
