import { createLogger } from '../log.ts';
import { createTestApp } from '../../testing/test-app.ts';

/** What a server with these proxies warns of while it is asked by way of one, several times. */
async function warnings(trustProxy: string[], headers: Record<string, string>): Promise<string[]> {
  const said: string[] = [];
  const logger = createLogger({ logLevel: 'warn' }, { write: (line) => void said.push(line) });
  const test = await createTestApp({ config: { trustProxy }, logger });
  for (let times = 0; times < 3; times += 1)
    await test.app.inject({ url: '/api/health/live', headers, remoteAddress: '192.0.2.9' });
  await test.close();
  return said;
}

it.each([
  ['x-forwarded-for', '198.51.100.1'],
  ['forwarded', 'for=198.51.100.1'],
])('a proxy that nobody told the server of is told of once, by its %s', async (name, value) => {
  const said = await warnings([], { [name]: value });
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('A request came from 192.0.2.9 with X-Forwarded-For, and TRUST_PROXY is empty');
  expect(said[0]).toContain('set TRUST_PROXY to its address');
});

it('nothing is said of one that is trusted, nor of who comes by none', async () => {
  expect(await warnings(['192.0.2.9'], { 'x-forwarded-for': '198.51.100.1' })).toEqual([]);
  expect(await warnings([], {})).toEqual([]);
});
