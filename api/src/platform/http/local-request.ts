import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { isOwnName } from '../../../../scripts/setup/own-machine.mjs';

/** What a proxy adds to what it passes on for somebody else. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'];

/** Ends the sentence of a refusal; what refuses is its subject. */
export const LOCAL_ONLY_MESSAGE =
  'answers only to the machine that it runs on: open it there, as http://localhost and its port, and from no page of another site.';

/** The host name of an address that stands alone, such as `http://localhost:3000`. */
const nameIn = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '');

/** Node reads only addresses, and IPv4 in IPv6 as what it is. */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether an address is one by which this machine calls itself. */
export const isLoopback = (ip: string): boolean => isIP(ip) !== 0 && LOOPBACK.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');

/** What of a request tells where it is from. */
interface AskedBy {
  headers: IncomingHttpHeaders;
  socket: Pick<Socket, 'remoteAddress'>;
}

/**
 * Whether a request is from this machine, for it by a name of its own, and not from a page of another site. Other machines can call
 * this one by any name, so it is the connection's other end that counts. What anybody's page can do to a server that only listens
 * here: have its own name point here (DNS rebinding), which shows in `Host`, or send a request across, which shows in `Origin`. What a
 * proxy says that was asked for is not believed, and who comes by one is from elsewhere.
 */
export function isLocalRequest({ headers, socket: { remoteAddress = '' } }: AskedBy): boolean {
  const { host = '', origin } = headers;
  if (!isLoopback(remoteAddress) || FORWARDED.some((name) => headers[name] !== undefined)) return false;
  // More than a name and a port could be read in two ways.
  if (!/^[\w.[\]:-]+$/.test(host) || !isOwnName(nameIn(`http://${host}`))) return false;
  return origin === undefined || isOwnName(nameIn(origin));
}
