import { jest } from '@jest/globals';
import { DeliveryError, openReleaseStore } from '@solvent/releases';
import { readProduct } from '../../platform/config/product.ts';
import { releasesInBucket, releasesInFolder } from '../../testing/releases.ts';
import { openSite, VERSIONS } from '../../testing/site.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestAppOptions } from '../../testing/test-app.ts';
import { setUp } from '../../testing/set-up.ts';

const site = setUp(() => openSite());

/** Fakes the date only. */
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

const hang = () => new Promise<never>(() => {});

/** The readiness of a server with other settings. */
async function getReadiness(changes: TestAppOptions) {
  const server = await createTestApp({ ...changes, config: { releases: site.releases.location, ...changes.config } });
  const [ready, live] = [await server.app.inject('/api/health/ready'), await server.app.inject('/api/health/live')];
  await server.close();
  expect(live.statusCode).toBe(200);
  return ready;
}
const unready = (message: string) => ({ status: false, code: 'unavailable', message, reference: expect.any(String) });

it.each(['live', 'ready'])(
  'a server with a database and a release is %s, without the access header (product 7.22)',
  async (health) => {
    const response = await site.get(`/api/health/${health}`);
    expect([response.statusCode, response.json()]).toEqual([200, health === 'live' ? { status: true, health } : READY]);
    const head = await site.test.app.inject({ method: 'HEAD', url: `/api/health/${health}` });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  },
);

describe('a server is live but not ready (product 7.22)', () => {
  it.each<[string, TestAppOptions, string]>([
    ['while the database fails', { ports: { ping: () => Promise.reject(new Error('gone')) } }, 'The database does not answer.'],
    ['while the database hangs', { ports: { ping: hang } }, 'The database does not answer.'],
    ['without a live release', { config: { channel: 'staging' } }, 'Nothing is live in the channel staging.'],
    [
      'while the release store hangs and was never read',
      { ports: { releases: { ...openReleaseStore('none'), read: hang, readJson: hang } } },
      'No release of the channel production can be read.',
    ],
    ['when it is about to stop', { ports: { stopping: AbortSignal.abort() } }, 'This server is about to stop.'],
  ])('%s', async (_when, changes, message) => {
    const response = await getReadiness(changes);
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.json()).toEqual(unready(message));
  });

  it('while the bucket of releases is unavailable, unless it was read before', async () => {
    fakeDate();
    const bucket = await releasesInBucket();
    await bucket.release('shell', VERSIONS.shell, ['main.1a1a1a1a1a.js']);
    await bucket.goLive(1, VERSIONS);
    await bucket.takeAway();
    const server = await createTestApp({ config: { releases: bucket.location } });
    const ready = async () => {
      jest.setSystemTime(Date.now() + 1000);
      const response = await server.app.inject('/api/health/ready');
      return [response.statusCode, response.json()];
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
  ])('a server %s checks once a second for all requests', async (_which, response, status) => {
    fakeDate();
    const ping = jest.fn(response);
    const server = await createTestApp({ config: { releases: site.releases.location }, ports: { ping } });
    const statusNow = async () => (await server.app.inject('/api/health/ready')).statusCode;
    const sendMany = () => Promise.all(Array.from({ length: 20 }, statusNow));
    expect(new Set([...(await sendMany()), ...(await sendMany())])).toEqual(new Set([status]));
    expect(ping).toHaveBeenCalledTimes(1);
    jest.setSystemTime(Date.now() + 1000);
    await sendMany();
    expect(ping).toHaveBeenCalledTimes(2);
    await server.close();
    jest.useRealTimers();
  });
});

describe('a server whose store has the live channel but no readable shell files is not ready', () => {
  it.each<[what: string, key: string]>([
    ['without the list of its files', 'shell/1.0.0-aa/release.json'],
    ['without its entry script', 'shell/files/main.1a1a1a1a1a.js.br'],
  ])('%s', async (_what, key) => {
    const store = openReleaseStore(site.releases.location);
    const fail = () => Promise.reject(new DeliveryError('EACCES'));
    const read = (path: string) => (path === key ? fail() : store.read(path));
    const readJson = (path: string) => (path === key ? fail() : store.readJson(path));
    const response = await getReadiness({ ports: { releases: { ...store, read, readJson } } });
    const message = 'The files of shell@1.0.0-aa, which is live in the channel production, cannot be read.';
    expect([response.statusCode, response.json()]).toEqual([503, unready(message)]);
  });

  it('without any files', async () => {
    const empty = await releasesInFolder();
    await empty.goLive(1, VERSIONS);
    const server = await createTestApp({ config: { releases: empty.location } });
    expect((await server.app.inject('/api/health/ready')).statusCode).toBe(503);
    await server.close();
    await empty.close();
  });
});

describe('a server is ready', () => {
  it('without the file store, and reports it', async () => {
    const failing = { exists: () => Promise.reject(new Error('gone')) };
    const response = await getReadiness({ ports: { files: { ...site.test.ports.files, ...failing } } });
    expect([response.statusCode, response.json()]).toEqual([
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
  ])('while the disk of the data folder is %s, and reports the reason', async (_how, disk, reason) => {
    const response = await getReadiness({ ports: { dataDisk: async () => disk } });
    const degraded = { degraded: ['disk'], reasons: [`The disk of the data folder ${reason}`] };
    expect([response.statusCode, response.json()]).toEqual([200, { ...READY, ...degraded }]);
  });

  it('and closes connections after their response while it stops', async () => {
    const leaving = new AbortController();
    const server = await createTestApp({ ports: { stopping: leaving.signal } });
    const connection = async () => (await server.app.inject('/api/health/live')).headers['connection'];
    expect(await connection()).not.toBe('close');
    leaving.abort();
    expect(await connection()).toBe('close');
    await server.close();
  });
});

describe('GET /api/health/address', () => {
  const getAddress = async (trustProxy: string[], headers: Record<string, string>) => {
    const server = await createTestApp({ config: { trustProxy } });
    const response = await server.app.inject({ url: '/api/health/address', headers, remoteAddress: '10.0.0.5' });
    await server.close();
    return response.json();
  };

  it.each([
    ['without a proxy', [], {}, '10.0.0.5', 'none'],
    ['through a proxy that TRUST_PROXY names', ['10.0.0.5'], { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9', 'trusted'],
    ['through a proxy that it does not name', [], { 'x-forwarded-for': '203.0.113.9' }, '10.0.0.5', 'untrusted'],
    ['through a proxy while it names another one', ['10.0.0.6'], { 'x-forwarded-for': '203.0.113.9' }, '10.0.0.5', 'untrusted'],
  ])('%s', async (_how, trusted, headers, expected, forwarded) => {
    expect(await getAddress(trusted, headers)).toEqual({ status: true, address: expected, forwarded });
  });
});
