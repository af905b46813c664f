import fc from 'fast-check';
import { createLogger } from '../log.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { getNetwork } from './network.ts';

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8::1', '2001:db8::/64'],
    ['2001:0db8:0001::', '2001:db8:1::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['fe80::1%eth0.100', 'fe80::/64'],
    ['::192.0.2.7', '::/64'],
    ['127.1', '127.1'],
    ['unknown', 'unknown'],
    [undefined, 'gone'],
  ])('maps %s to %s', (ip, network) => {
    expect(getNetwork(ip)).toBe(network);
  });

  it.each([
    [64, '2001:db8:1:2ff::/64'],
    [56, '2001:db8:1:200::/56'],
    [48, '2001:db8:1::/48'],
  ])('maps an address to its /%i', (bits, network) => {
    expect(getNetwork('2001:db8:1:2ff:ffff:ffff:ffff:ffff', bits)).toBe(network);
  });

  it('returns the same network for all its addresses in all notations, and another one outside of it', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    /** Excludes the /48 of IPv4-mapped addresses. */
    const prefix = fc.tuple(fc.integer({ min: 1, max: 0xffff }), group, group, group);
    const rest = fc.tuple(group, group, group, group);
    const long = (groups: number[]) => groups.map((value) => value.toString(16).padStart(4, '0').toUpperCase()).join(':');
    const short = (groups: number[]) => new URL(`http://[${long(groups)}]`).hostname.slice(1, -1);
    fc.assert(
      fc.property(
        prefix,
        rest,
        rest,
        fc.constantFrom(64, 56, 48),
        fc.integer({ min: 0, max: 63 }),
        (first, one, other, bits, at) => {
          const network = getNetwork(long([...first, ...one]), bits);
          expect(getNetwork(short([...first, ...other]), bits)).toBe(network);
          const changed = first.map((value, index) => (index === at >> 4 ? value ^ (0x8000 >> (at & 15)) : value));
          if (changed[0] === 0) return;
          expect(getNetwork(short([...changed, ...one]), bits) === network).toBe(at >= bits);
        },
      ),
      { seed: 1 },
    );
  });
});

/** The log of a server that receives several requests through a proxy. */
async function recordWarnings(trustProxy: string[], headers: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const logger = createLogger({ logLevel: 'warn' }, { write: (line) => void lines.push(line) });
  const test = await createTestApp({ config: { trustProxy }, logger });
  for (let times = 0; times < 3; times += 1)
    await test.app.inject({ url: '/api/health/live', headers, remoteAddress: '192.0.2.9' });
  await test.close();
  return lines;
}

describe('warnAboutUntrustedProxy', () => {
  it.each([
    ['x-forwarded-for', '198.51.100.1'],
    ['forwarded', 'for=198.51.100.1'],
  ])('warns once about an untrusted proxy with the header %s', async (name, value) => {
    const lines = await recordWarnings([], { [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('A request came from 192.0.2.9 with X-Forwarded-For, and TRUST_PROXY is empty');
    expect(lines[0]).toContain('set TRUST_PROXY to its address');
  });

  it('does not warn about a trusted proxy, or without a proxy', async () => {
    expect(await recordWarnings(['192.0.2.9'], { 'x-forwarded-for': '198.51.100.1' })).toEqual([]);
    expect(await recordWarnings([], {})).toEqual([]);
  });
});
