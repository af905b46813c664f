import { isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUP_BITS = 16;

/** Bits of the widest IPv6 network that is taken for one visitor or guesser: whoever asks a provider for one gets a /48. */
export const WIDEST_NETWORK = 48;

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array.from({ length: GROUPS - before.length - after.length }, () => '0'), ...after];
}

/** An address without the many ways to write it: IPv4 as it is, IPv6 as its eight groups. */
function read(ip: string): string | string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const address = ip.split('%')[0] ?? ip;
  if (!isIPv6(address)) return address;
  return groupsOf(address.toLowerCase()).map((group) => group.replace(/^0+(?=.)/, ''));
}

function prefix(groups: readonly string[], bits: number): string {
  const whole = groups.slice(0, Math.floor(bits / GROUP_BITS));
  const rest = bits % GROUP_BITS;
  if (rest === 0) return `${whole.join(':')}::/${bits}`;
  const cut = Number.parseInt(groups[whole.length] ?? '0', 16) & (0xffff << (GROUP_BITS - rest));
  return `${[...whole, (cut & 0xffff).toString(16)].join(':')}::/${bits}`;
}

/**
 * The network of an address, as `bits` of an IPv6 address are; an IPv4 address is its own. By default the /64 of one household,
 * which has 2^64 addresses. A connection that has broken off has no address any more: what nobody hears counts together.
 */
export function networkOf(ip: string | undefined, bits = 64): string {
  if (ip === undefined) return 'gone';
  const address = read(ip);
  return typeof address === 'string' ? address : prefix(address, bits);
}

/** Whether an address is one by which this machine calls itself. */
export const isLoopback = (ip: string): boolean => /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(ip);
