import { createLogger } from '../log.ts';
import { createTestApp } from '../../testing/test-app.ts';

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
