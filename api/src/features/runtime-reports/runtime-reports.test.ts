import { asc, eq } from 'drizzle-orm';
import type { PartErrorReport, PartReport, RuntimeReportBody } from '@solvent/contracts';
import { changeChannel, openChannel } from '@solvent/delivery/releases';
import type { Change } from '@solvent/delivery/releases';
import { runtimeErrors, runtimeLoads } from '../../platform/db/schema/runtime.ts';
import { releasesInFolder } from '../../testing/releases.ts';
import type { TestReleases } from '../../testing/releases.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { forgetOld } from './forget-old.ts';

const LIVE = '1.0.0-live';
const CANARY = '1.1.0-canary';

let releases: TestReleases;
let test: TestApp;

const change = (...changes: Change[]) => changeChannel(releases.store, 'production', changes, { who: 'ada', why: '' });

beforeEach(async () => {
  releases = await releasesInFolder();
  const shell = { name: 'shell' as const, version: '1.0.0-shell', contract: '1.0.0', paths: ['/'] };
  await releases.release('shell', '1.0.0-shell', ['main.js'], { shell });
  for (const version of [LIVE, CANARY]) {
    const paths = [{ path: '/toolbox', chunk: 'x', session: false, preload: 'no' as const }];
    const remote = { name: 'toolbox', version, contract: '^1.0.0', paths, slots: [] };
    await releases.release('toolbox', version, ['main.js'], { remote });
  }
  await change({ name: 'shell', version: '1.0.0-shell' }, { name: 'toolbox', version: LIVE });
  test = await createTestApp({ config: { releases: releases.where } });
});

afterEach(async () => {
  await test.close();
  await releases.close();
});

const part = (version: string, more: Partial<PartReport> = {}): PartReport => ({
  name: 'toolbox',
  version,
  source: version === CANARY ? 'candidate' : 'live',
  loaded: true,
  milliseconds: 80,
  ...more,
});

const error = (version: string, more: Partial<PartErrorReport> = {}): PartErrorReport => ({
  name: 'toolbox',
  version,
  source: version === CANARY ? 'candidate' : 'live',
  kind: 'render',
  message: 'x is undefined',
  stack: 'at Page',
  ...more,
});

const report = (more: Partial<RuntimeReportBody> = {}): RuntimeReportBody => ({
  channel: 'production',
  revision: 1,
  shell: '1.0.0-shell',
  path: '/toolbox',
  parts: [],
  errors: [],
  vitals: [],
  ...more,
});

const send = async (more: Partial<RuntimeReportBody>, to = test) =>
  (await to.ask('POST', '/api/runtime-reports', { payload: report(more) })).status;

async function counted(version: string) {
  const rows = await test.db.select().from(runtimeLoads).where(eq(runtimeLoads.version, version));
  return rows.map(({ loads, failures }) => ({ loads, failures }));
}

describe('a report', () => {
  it('counts what a page asked for, and in how many pages it failed', async () => {
    expect(await send({ parts: [part(LIVE)] })).toBe(202);
    await send({ parts: [part(LIVE, { loaded: false })] });
    await send({ parts: [part(LIVE)], errors: [error(LIVE), error(LIVE, { message: 'again' })] });
    await send({ parts: [part(LIVE)], errors: [error(LIVE, { kind: 'script' })] });
    expect(await counted(LIVE)).toEqual([{ loads: 4, failures: 2 }]);
  });

  it('that tells a failure after its load was told counts no load again', async () => {
    await send({ parts: [part(LIVE)] });
    await send({ errors: [error(LIVE)] });
    expect(await counted(LIVE)).toEqual([{ loads: 1, failures: 1 }]);
  });

  it('of a failure whose load nobody heard of counts one', async () => {
    await send({ errors: [error(LIVE)] });
    await send({ errors: [error(LIVE)] });
    expect(await counted(LIVE)).toEqual([{ loads: 1, failures: 1 }]);
  });

  it('keeps errors for the team, under the pattern of the path', async () => {
    await send({ errors: [error(LIVE, { kind: 'load', message: 'no entry' }), error(LIVE, { kind: 'script' })] });
    const kept = await test.db.select().from(runtimeErrors).orderBy(asc(runtimeErrors.kind));
    expect(kept).toMatchObject([
      {
        channel: 'production',
        name: 'toolbox',
        version: LIVE,
        kind: 'load',
        path: '/toolbox',
        message: 'no entry',
        stack: 'at Page',
      },
      { kind: 'script', message: 'x is undefined' },
    ]);
  });

  it.each<[what: string, more: Partial<RuntimeReportBody>]>([
    ['a version that was never live', { parts: [part('9.9.9')], errors: [error('9.9.9')] }],
    ['a remote that there is not', { parts: [part(LIVE, { name: 'made-up' })] }],
    ['what a tester overrides', { parts: [part(LIVE, { source: 'override' })], errors: [error(LIVE, { source: 'override' })] }],
    ['another channel', { channel: 'staging', parts: [part(LIVE)], errors: [error(LIVE)] }],
  ])('is not believed of %s', async (_what, more) => {
    expect(await send(more)).toBe(202);
    expect(await test.db.$count(runtimeLoads)).toBe(0);
    expect(await test.db.$count(runtimeErrors)).toBe(0);
  });

  it('of a page that is open since before a promotion is believed', async () => {
    await change({ name: 'toolbox', version: CANARY });
    await send({ parts: [part(LIVE)] });
    expect(await counted(LIVE)).toEqual([{ loads: 1, failures: 0 }]);
  });

  it('says what is wrong with it', async () => {
    expect(await send({ parts: [part('1 or 1=1')] })).toBe(422);
    expect(await send({ errors: Array.from({ length: 21 }, () => error(LIVE)) })).toBe(422);
    expect(await send({ errors: [error(LIVE, { stack: 'x'.repeat(4001) })] })).toBe(422);
  });

  it('is kept for seven days', async () => {
    const day = 24 * 3_600_000;
    await send({ parts: [part(LIVE)], errors: [error(LIVE)] });
    await forgetOld(test.db, new Date(Date.now() + 6 * day));
    expect(await test.db.$count(runtimeErrors)).toBe(1);
    await forgetOld(test.db, new Date(Date.now() + 7.1 * day));
    expect([await test.db.$count(runtimeErrors), await test.db.$count(runtimeLoads)]).toEqual([0, 0]);
  });
});

describe('a canary', () => {
  beforeEach(() => change({ name: 'toolbox', version: CANARY, percent: 10 }));

  const newest = () => openChannel(releases.store, 'production').newest();
  const percent = async () => (await newest())?.document.remotes[0]?.candidate?.percent;
  const fail = (to = test) => send({ parts: [part(CANARY, { loaded: false })], errors: [error(CANARY, { kind: 'load' })] }, to);
  const work = (version: string) => send({ parts: [part(version)] });

  it('that fails in three page loads is stopped, and the history says why', async () => {
    for (let count = 0; count < 4; count += 1) await work(LIVE);
    await work(CANARY);
    await fail();
    await fail();
    expect(await percent()).toBe(10);
    await fail();
    const revision = await newest();
    expect(revision?.document.remotes[0]?.candidate).toMatchObject({ version: CANARY, percent: 0 });
    expect(revision?.who).toBe('the server');
    expect(revision?.why).toBe(
      `Stopped at 10 %: ${CANARY} failed in 3 of 4 page loads (75 %), the live ${LIVE} failed in 0 of 4 page loads (0 %).`,
    );
  });

  it('is stopped once, however many servers hear of it at the same moment', async () => {
    const other = await createTestApp({ config: { releases: releases.where }, ports: { db: test.db } });
    await fail();
    await fail();
    const before = (await newest())?.document.revision ?? 0;
    await Promise.all([fail(), fail(other), fail(), fail(other)]);
    expect(await percent()).toBe(0);
    expect((await newest())?.document.revision).toBe(before + 1);
    await fail(other);
    expect((await newest())?.document.revision).toBe(before + 1);
    await other.close();
  });

  it('goes on while the live version fails as often', async () => {
    for (let count = 0; count < 5; count += 1) {
      await send({ parts: [part(LIVE, { loaded: false })] });
      await fail();
    }
    expect(await percent()).toBe(10);
  });

  it('goes on while it fails in few of many page loads', async () => {
    for (let count = 0; count < 60; count += 1) await work(CANARY);
    for (let count = 0; count < 3; count += 1) await fail();
    expect(await percent()).toBe(10);
  });

  it('goes on however often its scripts throw later, and whatever fails besides it', async () => {
    for (let count = 0; count < 5; count += 1) {
      await send({ parts: [part(CANARY)], errors: [error(CANARY, { kind: 'script' }), error('9.9.9')] });
      await send({ parts: [part(LIVE, { loaded: false })] });
    }
    expect(await percent()).toBe(10);
  });

  it('that is let run once more is judged by what it does then', async () => {
    for (let count = 0; count < 3; count += 1) await fail();
    expect(await percent()).toBe(0);
    await change({ name: 'toolbox', version: CANARY, percent: 20 });
    await fail();
    await fail();
    expect(await percent()).toBe(20);
    await fail();
    expect(await percent()).toBe(0);
    expect((await newest())?.why).toContain('Stopped at 20 %');
  });
});

it('takes no more from one network than its pages can have to tell', async () => {
  const strict = await createTestApp({ config: { releases: releases.where, rateLimitFactor: 0.005 } });
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push(await send({}, strict));
  expect(answers).toEqual([202, 202, 202, 429]);
  await strict.close();
});

describe('GET /metrics', () => {
  const read = (server: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    server.app.inject({ url: '/metrics', headers, remoteAddress });

  it('shows loads, failures, errors and web vitals by version', async () => {
    await send({ parts: [part(LIVE)], landing: { name: 'toolbox', version: LIVE }, vitals: [{ name: 'LCP', value: 1900 }] });
    await send({ parts: [part(LIVE, { loaded: false })], errors: [error(LIVE, { kind: 'load' })] });
    await send({ vitals: [{ name: 'CLS', value: 0.02 }] });
    await send({ landing: { name: 'made-up', version: '1' }, vitals: [{ name: 'LCP', value: 1 }] });
    const { body, headers } = await read(test);
    expect(headers['content-type']).toContain('text/plain');
    const of = `remote="toolbox",version="${LIVE}"`;
    expect(body).toContain(`solvent_remote_loads_total{${of},source="live"} 2`);
    expect(body).toContain(`solvent_remote_failures_total{${of},source="live"} 1`);
    expect(body).toContain(`solvent_remote_errors_total{${of},source="live",kind="load"} 1`);
    expect(body).toContain(`solvent_web_vital_seconds_sum{${of},vital="LCP"} 1.9`);
    expect(body).toContain('solvent_web_layout_shift_count{remote="shell",version="1.0.0-shell"} 1');
    expect(body).not.toContain('made-up');
  });

  it('shows the process, its sockets, and how long answers take by route, without their addresses', async () => {
    await test.ask('GET', '/api/problems/00000000-0000-7000-8000-000000000000');
    await test.app.inject('/toolbox');
    const { body } = await read(test);
    expect(body).toContain('process_resident_memory_bytes ');
    expect(body).toContain('solvent_sockets 0');
    expect(body).toMatch(
      /solvent_http_request_duration_seconds_count\{method="GET",route="\/api\/problems\/:id",status="404"\} 1/,
    );
    expect(body).toMatch(/solvent_http_request_duration_seconds_count\{method="GET",route="\/\*",status="200"\} 1/);
    expect(body).not.toContain('00000000');
  });

  it('is for this machine only, where no token is set', async () => {
    expect((await read(test, {}, '127.0.0.1')).statusCode).toBe(200);
    expect((await read(test, {}, '::1')).statusCode).toBe(200);
    expect((await read(test, {}, '192.0.2.7')).statusCode).toBe(404);
  });

  it('is for nobody in production, where no token is set', async () => {
    const server = await createTestApp({ config: { env: 'production' } });
    expect((await read(server)).statusCode).toBe(404);
    await server.close();
  });

  it('is for who has the token, where one is set', async () => {
    const server = await createTestApp({ config: { env: 'production', metricsToken: 'sixteen-characters' } });
    expect((await read(server)).statusCode).toBe(404);
    expect((await read(server, { authorization: 'Bearer sixteen-charactera' })).statusCode).toBe(404);
    expect((await read(server, { authorization: 'Bearer sixteen-characters' }, '192.0.2.7')).statusCode).toBe(200);
    await server.close();
  });
});
