import { asc, eq } from 'drizzle-orm';
import type { RuntimeReportBody } from '@solvent/contracts';
import { changeChannel, openChannel } from '@solvent/releases';
import type { Change } from '@solvent/releases';
import { canaryVotes, runtimeErrors } from '../schema.ts';
import type { TestReleases } from '../../../testing/releases.ts';
import {
  CANARY,
  buildErrorReport,
  LIVE,
  openPage,
  buildRemoteReport,
  releasesWithCanary,
  buildReport,
} from '../../../testing/runtime-reports.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { deleteOldReports } from './routes.ts';

let releases: TestReleases;
let test: TestApp;

const change = (...changes: Change[]) => changeChannel(releases.store, 'production', changes, { who: 'ada', why: '' });

beforeEach(async () => {
  releases = await releasesWithCanary();
  test = await createTestApp({ config: { releases: releases.location } });
});

afterEach(async () => {
  await test.close();
  await releases.close();
});

/** From a page that was just loaded, unless the report has a page's token. */
async function send(more: Partial<RuntimeReportBody>, to = test): Promise<number> {
  return (await to.request('POST', '/api/runtime-reports', { payload: buildReport({ token: await openPage(to), ...more }) }))
    .status;
}

/** What `GET /metrics` has of the toolbox's pages. */
async function counted(version: string, server = test) {
  const { body } = await server.app.inject('/metrics');
  const figure = (of: string) =>
    Number(new RegExp(`^solvent_remote_${of}_total{remote="toolbox",version="${version}".*} (\\d+)$`, 'm').exec(body)?.[1] ?? 0);
  return { loads: figure('loads'), failures: figure('failures') };
}

describe('a report', () => {
  it('counts what a page asked for, and in how many pages it failed', async () => {
    expect(await send({ parts: [buildRemoteReport(LIVE)] })).toBe(202);
    await send({ parts: [buildRemoteReport(LIVE, { loaded: false })] });
    await send({
      parts: [buildRemoteReport(LIVE)],
      errors: [buildErrorReport(LIVE), buildErrorReport(LIVE, { message: 'again' })],
    });
    await send({ parts: [buildRemoteReport(LIVE)], errors: [buildErrorReport(LIVE, { kind: 'script' })] });
    expect(await counted(LIVE)).toEqual({ loads: 4, failures: 2 });
  });

  it('that tells a failure after its load was told counts no load again; the same again counts and keeps nothing', async () => {
    const token = await openPage(test);
    await send({ token, parts: [buildRemoteReport(LIVE)] });
    await send({ token, errors: [buildErrorReport(LIVE)] });
    expect(await counted(LIVE)).toEqual({ loads: 1, failures: 1 });
    const again = {
      token: await openPage(test),
      parts: [buildRemoteReport(LIVE)],
      errors: [buildErrorReport(LIVE), buildErrorReport(LIVE, { kind: 'script' })],
      vitals: [{ name: 'LCP' as const, value: 900 }],
    };
    for (let count = 0; count < 3; count += 1) expect(await send(again)).toBe(202);
    expect(await counted(LIVE)).toEqual({ loads: 2, failures: 2 });
    expect((await test.app.inject('/metrics')).body).toContain(
      'solvent_web_vital_seconds_count{remote="shell",version="1.0.0-shell",vital="LCP"} 1\n',
    );
    expect(await test.db.$count(runtimeErrors)).toBe(1 + 2);
  });

  it('keeps errors for the team, under the pattern of the path', async () => {
    await send({
      errors: [buildErrorReport(LIVE, { kind: 'load', message: 'no entry' }), buildErrorReport(LIVE, { kind: 'script' })],
    });
    const kept = await test.db.select().from(runtimeErrors).orderBy(asc(runtimeErrors.kind));
    const of = { channel: 'production', name: 'toolbox', version: LIVE, path: '/toolbox', stack: 'at Page' };
    expect(kept).toMatchObject([
      { ...of, kind: 'load', message: 'no entry' },
      { ...of, kind: 'script', message: 'x is undefined' },
    ]);
  });

  it.each<[what: string, more: Partial<RuntimeReportBody>]>([
    ['a version that was never live', { parts: [buildRemoteReport('9.9.9')], errors: [buildErrorReport('9.9.9')] }],
    ['a remote that there is not', { parts: [buildRemoteReport(LIVE, { name: 'made-up' })] }],
    [
      'what a tester overrides',
      { parts: [buildRemoteReport(LIVE, { source: 'override' })], errors: [buildErrorReport(LIVE, { source: 'override' })] },
    ],
    ['another channel', { channel: 'staging', parts: [buildRemoteReport(LIVE)], errors: [buildErrorReport(LIVE)] }],
  ])('is not believed of %s', async (_what, more) => {
    expect(await send(more)).toBe(202);
    expect(await counted(LIVE)).toEqual({ loads: 0, failures: 0 });
    expect(await test.db.$count(runtimeErrors)).toBe(0);
  });

  it('says what is wrong with it', async () => {
    expect(await send({ parts: [buildRemoteReport('1 or 1=1')] })).toBe(422);
    expect(await send({ errors: Array.from({ length: 21 }, () => buildErrorReport(LIVE)) })).toBe(422);
    expect(await send({ errors: [buildErrorReport(LIVE, { stack: 'x'.repeat(4001) })] })).toBe(422);
  });

  it('fills no table, however many errors are made up: fifty of a version and an hour are kept', async () => {
    const ten = (version: string) => Array.from({ length: 10 }, () => buildErrorReport(version));
    for (let count = 0; count < 6; count += 1) await send({ errors: ten(LIVE) });
    await change({ name: 'toolbox', version: CANARY, percent: 10 });
    await send({ errors: [buildErrorReport(CANARY), buildErrorReport(LIVE)] });
    expect(await test.db.$count(runtimeErrors, eq(runtimeErrors.version, LIVE))).toBe(50);
    expect(await test.db.$count(runtimeErrors, eq(runtimeErrors.version, CANARY))).toBe(1);
    await test.db.update(runtimeErrors).set({ at: new Date(Date.now() - 3_700_000) });
    await send({ errors: [buildErrorReport(LIVE)] });
    expect(await test.db.$count(runtimeErrors, eq(runtimeErrors.version, LIVE))).toBe(51);
  });

  it('of a page that is open since before a promotion is believed, and while somebody made nonsense of the pointer', async () => {
    const token = await openPage(test);
    await change({ name: 'toolbox', version: CANARY });
    await send({ token, parts: [buildRemoteReport(LIVE)] });
    await releases.store.put('channels/production/current.json', 'nonsense');
    await send({ parts: [buildRemoteReport(CANARY)] });
    expect(await counted(LIVE)).toEqual({ loads: 1, failures: 0 });
    expect(await counted(CANARY)).toEqual({ loads: 1, failures: 0 });
  });

  it('is kept for seven days, and of a canary a page’s word for as long as the page is believed', async () => {
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
    await change({ name: 'toolbox', version: CANARY, percent: 10 });
    await send({ parts: [buildRemoteReport(LIVE)], errors: [buildErrorReport(LIVE)] });
    await deleteOldReports(test.db, hours(24));
    expect(await test.db.$count(canaryVotes)).toBe(1);
    await deleteOldReports(test.db, hours(25));
    expect(await test.db.$count(canaryVotes)).toBe(0);
    await deleteOldReports(test.db, hours(6 * 24));
    expect(await test.db.$count(runtimeErrors)).toBe(1);
    await deleteOldReports(test.db, hours(7.1 * 24));
    expect(await test.db.$count(runtimeErrors)).toBe(0);
  });
});

describe('a canary', () => {
  beforeEach(() => change({ name: 'toolbox', version: CANARY, percent: 10 }));

  const newest = () => openChannel(releases.store, 'production').newest();
  const percent = async () => (await newest())?.document.remotes[0]?.candidate?.percent;
  const fail = (to = test) =>
    send({ parts: [buildRemoteReport(CANARY, { loaded: false })], errors: [buildErrorReport(CANARY, { kind: 'load' })] }, to);
  const work = (version: string) => send({ parts: [buildRemoteReport(version)] });

  it('that fails in three page loads is stopped, and the history says why; let run once more, it is judged by what it does then', async () => {
    const stopsAt = async (share: number) => {
      await fail();
      await fail();
      expect(await percent()).toBe(share);
      await fail();
      expect(await percent()).toBe(0);
    };
    for (let count = 0; count < 4; count += 1) await work(LIVE);
    await work(CANARY);
    await stopsAt(10);
    const { who, why } = (await newest()) ?? {};
    expect(who).toBe('the server');
    expect(why).toBe(
      `Stopped at 10 %: ${CANARY} failed for 3 of 4 visitors (75 %), the live ${LIVE} failed for 0 of 4 visitors (0 %).`,
    );
    await change({ name: 'toolbox', version: CANARY, percent: 20 });
    await stopsAt(20);
    expect((await newest())?.why).toContain('Stopped at 20 %');
  });

  it('is stopped once, however many servers hear of it at the same moment', async () => {
    const other = await createTestApp({ config: { releases: releases.location }, ports: { db: test.db } });
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

  it('goes on however often its scripts throw later, whatever fails besides it, and while the live version fails as often', async () => {
    for (let count = 0; count < 5; count += 1)
      await send({
        parts: [buildRemoteReport(CANARY)],
        errors: [buildErrorReport(CANARY, { kind: 'script' }), buildErrorReport('9.9.9')],
      });
    expect(await percent()).toBe(10);
    for (let count = 0; count < 5; count += 1) {
      await send({ parts: [buildRemoteReport(LIVE, { loaded: false })] });
      await fail();
    }
    expect(await percent()).toBe(10);
  });
});
