import { openReleaseStore } from '@solvent/releases';
import { releasesInBucket, releasesInFolder } from '../../testing/releases.ts';
import type { TestReleases } from '../../testing/releases.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp, TestAppChanges } from '../../testing/test-app.ts';

const VERSIONS = { shell: '1.0.0-aa', toolbox: '1.0.0-bb' };

let releases: TestReleases;
let test: TestApp;
beforeAll(async () => {
  releases = await releasesInFolder();
  await releases.goLive(1, VERSIONS);
  test = await createTestApp({ config: { releases: releases.where } });
});
afterAll(async () => {
  await test.close();
  await releases.close();
});

const hangs = () => new Promise<never>(() => {});

/** What a server that differs says of itself. */
async function ask(changes: TestAppChanges) {
  const server = await createTestApp({ ...changes, config: { releases: releases.where, ...changes.config } });
  const [ready, live] = [await server.app.inject('/api/health/ready'), await server.app.inject('/api/health/live')];
  await server.close();
  expect(live.statusCode).toBe(200);
  return ready;
}
const unready = (message: string) => ({ status: false, code: 'unavailable', message, reference: expect.any(String) });

describe('GET /api/health (product 7.22)', () => {
  it('says live without the access header', async () => {
    const answer = await test.app.inject('/api/health/live');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: true, health: 'live' });
  });

  it('says ready while the database answers and a release is live', async () => {
    const answer = await test.app.inject('/api/health/ready');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: true, health: 'ready' });
  });

  it('answers HEAD too', async () => {
    const answer = await test.app.inject({ method: 'HEAD', url: '/api/health/live' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
  });
});

describe('a server is not ready, and lives (product 7.22)', () => {
  it.each<[string, TestAppChanges, string]>([
    ['while the database fails', { ports: { ping: () => Promise.reject(new Error('gone')) } }, 'The database does not answer.'],
    ['while the database hangs', { ports: { ping: hangs } }, 'The database does not answer.'],
    ['where nothing is live', { config: { channel: 'staging' } }, 'Nothing is live in the channel staging.'],
    [
      'while the release store hangs and was never read',
      { ports: { releases: { ...openReleaseStore('none'), read: hangs, readJson: hangs } } },
      'No release of the channel production can be read.',
    ],
    ['when it is about to stop', { ports: { leaving: AbortSignal.abort() } }, 'This server is about to stop.'],
  ])('%s', async (_when, changes, message) => {
    const answer = await ask(changes);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toEqual(unready(message));
  });

  it('where the bucket of releases is gone and was never read, until it is back', async () => {
    const bucket = await releasesInBucket();
    await bucket.goLive(1, VERSIONS);
    await bucket.takeAway();
    const server = await createTestApp({ config: { releases: bucket.where } });
    const answer = await server.app.inject('/api/health/ready');
    expect([answer.statusCode, answer.json()]).toEqual([503, unready('No release of the channel production can be read.')]);
    await bucket.bringBack();
    expect((await server.app.inject('/api/health/ready')).json()).toEqual({ status: true, health: 'ready' });
    await server.close();
    await bucket.close();
  });
});

describe('a server is ready, and says what it goes on without', () => {
  const filesGone = { exists: () => Promise.reject(new Error('gone')) };

  it('while the release store is gone after a release was read', async () => {
    const bucket = await releasesInBucket();
    await bucket.goLive(1, VERSIONS);
    const server = await createTestApp({ config: { releases: bucket.where } });
    expect((await server.app.inject('/api/health/ready')).json()).toEqual({ status: true, health: 'ready' });
    await bucket.takeAway();
    const answer = await server.app.inject('/api/health/ready');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: true, health: 'ready', degraded: ['releases'] }]);
    await server.close();
    await bucket.close();
  });

  it('while files are out of reach', async () => {
    const answer = await ask({ ports: { files: { ...test.ports.files, ...filesGone } } });
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: true, health: 'ready', degraded: ['files'] }]);
  });

  it('and closes each connection after its answer as soon as it is about to stop', async () => {
    const leaving = new AbortController();
    const server = await createTestApp({ ports: { leaving: leaving.signal } });
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
