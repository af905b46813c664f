import { APP_KEY_HEADER } from '@solvent/contracts';
import type { RuntimeReportBody } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { foldersOf } from '../remotes/part-version.ts';
import type { Remotes } from '../remotes/remotes-context.ts';
import { followInteractions } from './interactions.ts';
import { reportBodies } from './report-body.ts';
import type { Vitals } from './report-body.ts';

/** The first report comes when the page stands and has fetched ahead what it does in its first seconds. */
const FIRST = 3000;

/** At most one report in that time, but for the one when the page goes. */
const BETWEEN = 60_000;

/**
 * Says when to report: some seconds after the start, then once a minute, and whenever the page goes out of sight, which
 * may be the last of it.
 *
 * @returns a function that stops it
 */
function atReportTimes(report: () => void): () => void {
  const first = setTimeout(report, FIRST);
  const later = setInterval(report, BETWEEN);
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
  function note(error: unknown): void {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const versions = channel.remotes.map(({ name }) => loader.versionOf(name));
    const owner = versions.find((version) => version && foldersOf(version.build).some((folder) => stack.includes(folder)));
    if (owner) journal.addError(owner, 'script', error);
  }
  const onError = ({ error }: ErrorEvent) => note(error);
  const onRejection = ({ reason }: PromiseRejectionEvent) => note(reason);
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
  const interactions = tracing && followInteractions(tracing.ratio);
  const bodies = reportBodies({ ...remotes, vitals, interactions, landingPath, token });
  watchScriptErrors(remotes);
  // After the vitals' own listeners: they settle when the page goes out of sight.
  atReportTimes(() => {
    const body = bodies.next();
    if (body) sendReport(body);
  });
}
