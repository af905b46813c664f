import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits of the widest IPv6 network that is taken for one visitor or guesser: whoever asks a provider for one gets a /48. */
export const WIDEST_PREFIX_BITS = 48;

/**
 * An address without the many ways to write it, and without the zone of a link-local one; IPv4 in IPv6 (RFC 4291, 2.5.5.2) is
 * the IPv4 address. The library reads more than addresses: `127.1`, and `::127.0.0.1` (2.5.5.1) as 127.0.0.1. So it is
 * given what Node takes for an address, in hexadecimal groups alone.
 * @returns a text where it is no IPv6 address
 */
function read(ip: string) {
  const [address = ip] = ip.split('%');
  if (!isIPv6(address)) return address;
  const known = ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1));
  return known.isIPv4MappedAddress() ? known.toIPv4Address().toString() : known;
}

/**
 * The network of an address, as `bits` of an IPv6 address are; an IPv4 address is its own. By default the /64 of one household,
 * which has 2^64 addresses. A connection that has broken off has no address any more: what nobody hears counts together.
 */
export function getNetwork(ip: string | undefined, bits = 64): string {
  if (ip === undefined) return 'gone';
  const address = read(ip);
  if (typeof address === 'string') return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}
