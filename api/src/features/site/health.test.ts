import { jest } from '@jest/globals';
import { DeliveryError, openReleaseStore } from '@solvent/releases';
import { readProduct } from '../../platform/config/product.ts';
import { releasesInBucket, releasesInFolder } from '../../testing/releases.ts';
import { openSite, VERSIONS } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestAppOptions } from '../../testing/test-app.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** Only the date is the test's own. */
const fakeDate = () =>
  jest.useFakeTimers({
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });

const READY = { status: true, health: 'ready', version: readProduct().version };

const hangs = () => new Promise<never>(() => {});

/** What a server that differs says of itself. */
async function ask(changes: TestAppOptions) {
  const server = await createTestApp({ ...changes, config: { releases: site.releases.location, ...changes.config } });
  const [ready, live] = [await server.app.inject('/api/health/ready'), await server.app.inject('/api/health/live')];
  await server.close();
  expect(live.statusCode).toBe(200);
  return ready;
}
const unready = (message: string) => ({ status: false, code: 'unavailable', message, reference: expect.any(String) });

it.each(['live', 'ready'])(
  'a server with a database and a release says %s without the access header (product 7.22)',
  async (health) => {
    const answer = await site.get(`/api/health/${health}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, health === 'live' ? { status: true, health } : READY]);
    const head = await site.test.app.inject({ method: 'HEAD', url: `/api/health/${health}` });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  },
);

describe('a server is not ready, and lives (product 7.22)', () => {
  it.each<[string, TestAppOptions, string]>([
    ['while the database fails', { ports: { ping: () => Promise.reject(new Error('gone')) } }, 'The database does not answer.'],
    ['while the database hangs', { ports: { ping: hangs } }, 'The database does not answer.'],
    ['where nothing is live', { config: { channel: 'staging' } }, 'Nothing is live in the channel staging.'],
    [
      'while the release store hangs and was never read',
      { ports: { releases: { ...openReleaseStore('none'), read: hangs, readJson: hangs } } },
      'No release of the channel production can be read.',
    ],
    ['when it is about to stop', { ports: { stopping: AbortSignal.abort() } }, 'This server is about to stop.'],
  ])('%s', async (_when, changes, message) => {
    const answer = await ask(changes);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toEqual(unready(message));
  });

  it('where the bucket of releases is gone and was never read; once it was, it is ready without', async () => {
    // What was found is told for a second.
    fakeDate();
    const bucket = await releasesInBucket();
    await bucket.release('shell', VERSIONS.shell, ['main.1a1a1a1a1a.js']);
    await bucket.goLive(1, VERSIONS);
    await bucket.takeAway();
    const server = await createTestApp({ config: { releases: bucket.location } });
    const ready = async () => {
      jest.setSystemTime(Date.now() + 1000);
      const answer = await server.app.inject('/api/health/ready');
      return [answer.statusCode, answer.json()];
    };
    expect(await ready()).toEqual([503, unready('No release of the channel production can be read.')]);
    await bucket.bringBack();
    expect(await ready()).toEqual([200, READY]);
    await bucket.takeAway();
    expect(await ready()).toEqual([200, { ...READY, degraded: ['releases'], reasons: ['The release store cannot be read.'] }]);
    await server.close();
    await bucket.close();
    jest.useRealTimers();
  });

  it.each([
    ['that is ready', () => Promise.resolve(), 200],
    ['whose database fails', () => Promise.reject(new Error('gone')), 503],
  ])('a server %s looks once a second, however many ask', async (_which, answer, status) => {
    fakeDate();
    const ping = jest.fn(answer);
    const server = await createTestApp({ config: { releases: site.releases.location }, ports: { ping } });
    const statusNow = async () => (await server.app.inject('/api/health/ready')).statusCode;
    const askMany = () => Promise.all(Array.from({ length: 20 }, statusNow));
    expect(new Set([...(await askMany()), ...(await askMany())])).toEqual(new Set([status]));
    expect(ping).toHaveBeenCalledTimes(1);
    jest.setSystemTime(Date.now() + 1000);
    await askMany();
    expect(ping).toHaveBeenCalledTimes(2);
    await server.close();
    jest.useRealTimers();
  });
});

describe('a server whose store has the live channel but no readable shell files is not ready', () => {
  it.each<[what: string, key: string]>([
    ['the list of its files', 'shell/1.0.0-aa/release.json'],
    ['its first script', 'shell/files/main.1a1a1a1a1a.js.br'],
  ])('%s', async (_what, key) => {
    const store = openReleaseStore(site.releases.location);
    const refused = () => Promise.reject(new DeliveryError('EACCES'));
    const read = (path: string) => (path === key ? refused() : store.read(path));
    const readJson = (path: string) => (path === key ? refused() : store.readJson(path));
    const answer = await ask({ ports: { releases: { ...store, read, readJson } } });
    const message = 'The files of shell@1.0.0-aa, which is live in the channel production, cannot be read.';
    expect([answer.statusCode, answer.json()]).toEqual([503, unready(message)]);
  });

  it('also if there are no files', async () => {
    const empty = await releasesInFolder();
    await empty.goLive(1, VERSIONS);
    const server = await createTestApp({ config: { releases: empty.location } });
    expect((await server.app.inject('/api/health/ready')).statusCode).toBe(503);
    await server.close();
    await empty.close();
  });
});

describe('a server is ready', () => {
  it('while files are out of reach, and says that it goes on without them', async () => {
    const gone = { exists: () => Promise.reject(new Error('gone')) };
    const answer = await ask({ ports: { files: { ...site.test.ports.files, ...gone } } });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { ...READY, degraded: ['files'], reasons: ['The file store does not answer.'] },
    ]);
  });

  it.each([
    [
      'nearly full',
      { free: 2 ** 20, size: 2 ** 30, isReadOnly: false },
      'is nearly full: 1 MB of 1024 MB are free; below 256 MB uploads may fail.',
    ],
    ['read-only', { free: 2 ** 30, size: 2 ** 30, isReadOnly: true }, 'is mounted read-only.'],
  ])('while the disk of the data folder is %s, and states the reason', async (_how, disk, reason) => {
    const answer = await ask({ ports: { dataDisk: async () => disk } });
    const degraded = { degraded: ['disk'], reasons: [`The disk of the data folder ${reason}`] };
    expect([answer.statusCode, answer.json()]).toEqual([200, { ...READY, ...degraded }]);
  });

  it('and closes each connection after its answer as soon as it is about to stop', async () => {
    const leaving = new AbortController();
    const server = await createTestApp({ ports: { stopping: leaving.signal } });
    const connection = async () => (await server.app.inject('/api/health/live')).headers['connection'];
    expect(await connection()).not.toBe('close');
    leaving.abort();
    expect(await connection()).toBe('close');
    await server.close();
  });
});

describe('GET /api/health/address tells who asks', () => {
  const address = async (trustProxy: string[], headers: Record<string, string>) => {
    const server = await createTestApp({ config: { trustProxy } });
    const answer = await server.app.inject({ url: '/api/health/address', headers, remoteAddress: '10.0.0.5' });
    await server.close();
    return answer.json();
  };

  it.each([
    ['without a proxy', [], {}, '10.0.0.5', 'none'],
    ['through a proxy that TRUST_PROXY names', ['10.0.0.5'], { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9', 'trusted'],
    ['through a proxy that it does not name', [], { 'x-forwarded-for': '203.0.113.9' }, '10.0.0.5', 'untrusted'],
    ['through another one than it names', ['10.0.0.6'], { 'x-forwarded-for': '203.0.113.9' }, '10.0.0.5', 'untrusted'],
  ])('%s', async (_how, trusted, headers, seen, forwarded) => {
    expect(await address(trusted, headers)).toEqual({ status: true, address: seen, forwarded });
  });
});
