import { APP_KEY_HEADER } from '@solvent/contracts';
import type { RuntimeReportBody } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';

/**
 * Sends a report without a name: no session goes with it, and the browser sends it even when the page is about to be gone.
 * One that does not arrive is lost: nobody is told, and nothing is tried again.
 */
export function sendReport(body: RuntimeReportBody): void {
  const headers = { 'content-type': 'application/json', [APP_KEY_HEADER]: getRuntimeConfig().appKey };
  fetch('/api/runtime-reports', {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}
