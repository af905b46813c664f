import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { isOwnName } from '@solvent/setup/own-machine';

const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host'];

/** Predicate of an error sentence: put the refusing service before it. */
export const LOCAL_ONLY_MESSAGE =
  'answers only to the machine that it runs on: open it there, as http://localhost and its port, and from no page of another site.';

const getHostname = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '');

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

export const isLoopback = (ip: string): boolean => isIP(ip) !== 0 && LOOPBACK.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');

/** Returns whether a request comes from this machine directly. `Host` reveals DNS rebinding, `Origin` other sites. */
export function isLocalRequest({
  headers,
  socket: { remoteAddress = '' },
}: {
  headers: IncomingHttpHeaders;
  socket: Pick<Socket, 'remoteAddress'>;
}): boolean {
  const { host = '', origin } = headers;
  if (!isLoopback(remoteAddress) || PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false;
  // Anything but a name and a port is ambiguous.
  if (!/^[\w.[\]:-]+$/.test(host) || !isOwnName(getHostname(`http://${host}`))) return false;
  return origin === undefined || isOwnName(getHostname(origin));
}
