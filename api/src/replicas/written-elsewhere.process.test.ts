import { jest } from '@jest/globals';
import type { Renderer } from '../features/site/rendering/renderer.ts';
import { createReplica } from '../testing/replicas.ts';
import { waitUntil } from '../testing/wait-until.ts';
import type { Replica } from '../testing/replicas.ts';
import { flushRedis, getTestRedisUrl } from '../testing/redis.ts';
import { releasesInFolder } from '../testing/releases.ts';
import type { TestReleases } from '../testing/releases.ts';
import { goodProblem } from '../testing/problems.ts';

let releases: TestReleases;
let here: Replica;
let there: Replica;
let made = 0;
let delayMs = 0;

beforeAll(async () => {
  await flushRedis();
  releases = await releasesInFolder();
  await releases.release('shell', '1.0.0-aa', ['main.1a1a1a1a1a.js']);
  await releases.release('toolbox', '1.0.0-bb', ['remoteEntry.2b2b2b2b2b.js']);
  await releases.goLive(1, { shell: '1.0.0-aa', toolbox: '1.0.0-bb' });
  const render: Renderer['render'] = async ({ url }, get) => {
    made += 1;
    await get(url === '/toolbox' ? '/api/modules' : '/api/problems');
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return {
      status: 200 as const,
      head: `<title>Number ${made}</title>`,
      body: { html: '<main></main>', styles: '', queries: [] },
    };
  };
  const changes = { config: { releases: releases.location }, ports: { renderer: { render, close: () => undefined } } };
  here = await createReplica(getTestRedisUrl().href, undefined, changes);
  there = await createReplica(getTestRedisUrl().href, here, changes);
  // Caches do not expire meanwhile: changes come from invalidation.
  jest.useFakeTimers({
    now: Date.now(),
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
});
afterAll(async () => {
  jest.useRealTimers();
  await there.close();
  await here.close();
  await releases.close();
});

describe('what is written through one server', () => {
  it('is at once in the pages that the other one made before', async () => {
    const shown = async () => /Number \d+/.exec((await there.app.app.inject({ method: 'GET', url: '/toolbox' })).body)?.[0];
    const before = await shown();
    expect(await shown()).toBe(before);
    const solver = await here.app.signedIn('solver');
    await here.app.request('PUT', '/api/modules/own/contact', { as: solver, payload: { showsEmail: true } });
    await waitUntil(async () => (await shown()) !== before);
  });

  it('is in none of the other pages that the other one made before', async () => {
    const shown = async (url: string) => /Number \d+/.exec((await there.app.app.inject({ method: 'GET', url })).body)?.[0];
    const [modules, problems] = [await shown('/toolbox'), await shown('/toolbox?of=problems')];
    const seeker = await here.app.signedIn('seeker');
    await here.app.request('POST', '/api/problems', { as: seeker, payload: goodProblem });
    await waitUntil(async () => (await shown('/toolbox?of=problems')) !== problems);
    expect(await shown('/toolbox')).toBe(modules);
  });

  it('leaves visitors of the other one the page from before while that renders it slowly', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36' };
    const url = '/toolbox?of=slow-problems';
    const shown = async () => /Number \d+/.exec((await there.app.app.inject({ method: 'GET', url, headers })).body)?.[0];
    const before = await shown();
    delayMs = 1000;
    const seeker = await here.app.signedIn('seeker');
    await here.app.request('POST', '/api/problems', { as: seeker, payload: goodProblem });
    const all: (string | undefined)[] = [];
    await waitUntil(async () => all[all.push(await shown()) - 1] !== before);
    delayMs = 0;
    expect(all).not.toContain(undefined);
  });

  it('is at once in the numbers that the other one counted before', async () => {
    const total = async () => Number((await there.app.request('GET', '/api/problems')).body['total']);
    const before = await total();
    const seeker = await here.app.signedIn('seeker');
    expect((await here.app.request('POST', '/api/problems', { as: seeker, payload: goodProblem })).status).toBe(201);
    await waitUntil(async () => (await total()) === before + 1);
  });
});
