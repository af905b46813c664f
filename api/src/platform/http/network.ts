import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config/config.ts';

/** The largest IPv6 network that counts as one client: providers assign a /48 on request. */
export const WIDEST_PREFIX_BITS = 48;

/**
 * Parses an address without its zone (`%eth0`). ipaddr.js also accepts `127.1`, and reads `::127.0.0.1` as 127.0.0.1, so it only
 * gets IPv6 addresses that Node accepts, normalized to hexadecimal groups.
 */
function parseAddress(ip: string) {
  const [address = ip] = ip.split('%');
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1));
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed;
}

/**
 * Returns the network of an address, by default the /64 of a household. An IPv4 address is its own network. Closed connections have
 * no address and share a key.
 */
export function getNetwork(ip: string | undefined, bits = 64): string {
  if (ip === undefined) return 'gone';
  const address = parseAddress(ip);
  if (typeof address === 'string') return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}

/** Warns once about proxy headers without TRUST_PROXY: behind a proxy, all clients would share one limit. Clients can forge the headers. */
export function warnAboutUntrustedProxy(app: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>): void {
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
