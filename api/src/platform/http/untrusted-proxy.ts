import type { Config } from '../config/config.ts';
import type { App } from './app.ts';

/**
 * Says in the log, once, that requests come by a proxy that nobody told the server of: it then takes everybody for one caller, and
 * the limits of one are those of all. Anybody can send the header, so it is no more than a hint.
 */
export function warnAboutUntrustedProxy(app: App, { trustProxy }: Config): void {
  if (trustProxy.length > 0) return;
  let isSaid = false;
  app.addHook('onRequest', async ({ headers, ip, log }) => {
    if (isSaid || (headers['x-forwarded-for'] ?? headers.forwarded) === undefined) return;
    isSaid = true;
    log.warn(
      `A request came from ${ip} with X-Forwarded-For, and TRUST_PROXY is empty: if that is a proxy of yours, set TRUST_PROXY to its address, or everybody counts as one caller, and one can use up the limits of all.`,
    );
  });
}
