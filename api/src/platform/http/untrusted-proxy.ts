import type { Config } from '../config/config.ts';
import type { App } from './app.ts';

/** Warns once about proxy headers without TRUST_PROXY: behind a proxy, all clients would share one limit. Clients can forge the headers. */
export function warnAboutUntrustedProxy(app: App, { trustProxy }: Config): void {
  if (trustProxy.length > 0) return;
  let hasWarned = false;
  app.addHook('onRequest', async ({ headers, ip, log }) => {
    if (hasWarned || (headers['x-forwarded-for'] ?? headers.forwarded) === undefined) return;
    hasWarned = true;
    log.warn(
      `A request came from ${ip} with X-Forwarded-For, and TRUST_PROXY is empty: if that is a proxy of yours, set TRUST_PROXY to its address, or everybody counts as one caller, and one can use up the limits of all.`,
    );
  });
}
