import { APP_KEY_HEADER } from '@solvent/contracts';
import type { RuntimeReportBody } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { getFolderUrls } from '../remotes/remote-versions.ts';
import type { Remotes } from '../remotes/remotes-context.ts';
import { traceInteractions } from './interactions.ts';
import { createReportBuilder } from './report-body.ts';
import type { Vitals } from './report-body.ts';

/** The first report comes when the page stands and has fetched ahead what it does in its first seconds. */
const FIRST_REPORT_DELAY_MS = 3000;

/** At most one report in that time, but for the one when the page goes. */
const REPORT_INTERVAL_MS = 60_000;

/**
 * Says when to report: some seconds after the start, then once a minute, and whenever the page goes out of sight, which
 * may be the last of it.
 *
 * @returns a function that stops it
 */
function scheduleReports(report: () => void): () => void {
  const first = setTimeout(report, FIRST_REPORT_DELAY_MS);
  const later = setInterval(report, REPORT_INTERVAL_MS);
  const onHidden = () => {
    if (document.visibilityState === 'hidden') report();
  };
  document.addEventListener('visibilitychange', onHidden);
  window.addEventListener('pagehide', report);
  return () => {
    clearTimeout(first);
    clearInterval(later);
    document.removeEventListener('visibilitychange', onHidden);
    window.removeEventListener('pagehide', report);
  };
}

/**
 * Writes errors that nobody caught into the page's journal, under the remote whose file they came from. Errors of the
 * shell, of extensions and of the network are nobody's here.
 *
 * @returns a function that stops it
 */
function watchScriptErrors({ channel, loader, journal }: Remotes): () => void {
  function recordError(error: unknown): void {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const versions = channel.remotes.map(({ name }) => loader.getVersion(name));
    const owner = versions.find((version) => version && getFolderUrls(version.build).some((folder) => stack.includes(folder)));
    if (owner) journal.addError(owner, 'script', error);
  }
  const onError = ({ error }: ErrorEvent) => recordError(error);
  const onRejection = ({ reason }: PromiseRejectionEvent) => recordError(reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

/**
 * Sends a report without a name: no session goes with it, and the browser sends it even when the page is about to be gone.
 * One that does not arrive is lost: nobody is told, and nothing is tried again.
 */
function sendReport(body: RuntimeReportBody): void {
  const headers = { 'content-type': 'application/json', [APP_KEY_HEADER]: getRuntimeConfig().appKey };
  fetch('/api/runtime-reports', {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}

/**
 * Tells the API which versions of the remotes this page runs, how quickly they came, and what failed: by it a canary stops
 * itself, and a team sees how its release does. Starts once the page stands; the journal has what was before.
 *
 * @param landingPath where the visit began
 */
export function startReports(remotes: Remotes, landingPath: string): void {
  const vitals: Vitals = new Map();
  for (const onVital of [onCLS, onFCP, onINP, onLCP, onTTFB]) onVital(({ name, value }) => void vitals.set(name, value));
  const { reportToken: token, tracing } = getRuntimeConfig();
  const interactions = tracing && traceInteractions(tracing.ratio);
  const bodies = createReportBuilder({ ...remotes, vitals, interactions, landingPath, token });
  watchScriptErrors(remotes);
  // After the vitals' own listeners: they settle when the page goes out of sight.
  scheduleReports(() => {
    const body = bodies.next();
    if (body) sendReport(body);
  });
}
