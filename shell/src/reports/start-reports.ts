import { APP_KEY_HEADER } from '@solvent/contracts';
import type { RuntimeReportBody } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { getFolderUrls } from '../remotes/remote-versions.ts';
import type { Remotes } from '../remotes/remotes-context.ts';
import { traceInteractions } from './interactions.ts';
import { createReportBuilder } from './report-body.ts';
import type { Vitals } from './report-body.ts';

const FIRST_REPORT_DELAY_MS = 3000;

const REPORT_INTERVAL_MS = 60_000;

/** Reports after 3 s, then every minute, and when the page is hidden, because it may not return. @returns a function that stops it */
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

/** Records uncaught errors under the remote whose file threw. Ignores those of the shell and of browser extensions. */
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

/** Sends an anonymous report. `keepalive` lets it outlive the page; a failed report is dropped. */
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
 * Reports versions, load times, web vitals and errors of the page to the API, which stops a failing canary by them.
 * @param landingPath where the visit began
 */
export function startReports(remotes: Remotes, landingPath: string): void {
  const vitals: Vitals = new Map();
  for (const onVital of [onCLS, onFCP, onINP, onLCP, onTTFB]) onVital(({ name, value }) => void vitals.set(name, value));
  const { reportToken: token, tracing } = getRuntimeConfig();
  const interactions = tracing && traceInteractions(tracing.ratio);
  const bodies = createReportBuilder({ ...remotes, vitals, interactions, landingPath, token });
  watchScriptErrors(remotes);
  // Registered after the listeners of web-vitals, which finalize values when the page is hidden.
  scheduleReports(() => {
    const body = bodies.next();
    if (body) sendReport(body);
  });
}
