import { asc, eq } from 'drizzle-orm';
import type { RuntimeReportBody } from '@solvent/contracts';
import { changeChannel, openChannel } from '@solvent/releases';
import type { Change } from '@solvent/releases';
import { canaryVotes, runtimeErrors } from '../../../schema/index.ts';
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

const changeVersions = (...changes: Change[]) => changeChannel(releases.store, 'production', changes, { who: 'ada', why: '' });

beforeEach(async () => {
  releases = await releasesWithCanary();
  test = await createTestApp({ config: { releases: releases.location } });
});

afterEach(async () => {
  await test.close();
  await releases.close();
});

/** Opens a page, unless the report has a token. */
async function send(more: Partial<RuntimeReportBody>, to = test): Promise<number> {
  return (await to.request('POST', '/api/runtime-reports', { payload: buildReport({ token: await openPage(to), ...more }) }))
    .status;
}

/** Counts of `GET /metrics` for the toolbox. */
async function countLoads(version: string, server = test) {
  const { body } = await server.app.inject('/metrics');
  const figure = (of: string) =>
    Number(new RegExp(`^solvent_remote_${of}_total{remote="toolbox",version="${version}".*} (\\d+)$`, 'm').exec(body)?.[1] ?? 0);
  return { loads: figure('loads'), failures: figure('failures') };
}

describe('a report', () => {
  it('counts loads and failures once per page', async () => {
    expect(await send({ parts: [buildRemoteReport(LIVE)] })).toBe(202);
    await send({ parts: [buildRemoteReport(LIVE, { loaded: false })] });
    await send({
      parts: [buildRemoteReport(LIVE)],
      errors: [buildErrorReport(LIVE), buildErrorReport(LIVE, { message: 'again' })],
    });
    await send({ parts: [buildRemoteReport(LIVE)], errors: [buildErrorReport(LIVE, { kind: 'script' })] });
    expect(await countLoads(LIVE)).toEqual({ loads: 4, failures: 2 });
  });

  it('counts a later failure without its load, and ignores repetitions', async () => {
    const token = await openPage(test);
    await send({ token, parts: [buildRemoteReport(LIVE)] });
    await send({ token, errors: [buildErrorReport(LIVE)] });
    expect(await countLoads(LIVE)).toEqual({ loads: 1, failures: 1 });
    const again = {
      token: await openPage(test),
      parts: [buildRemoteReport(LIVE)],
      errors: [buildErrorReport(LIVE), buildErrorReport(LIVE, { kind: 'script' })],
      vitals: [{ name: 'LCP' as const, value: 900 }],
    };
    for (let count = 0; count < 3; count += 1) expect(await send(again)).toBe(202);
    expect(await countLoads(LIVE)).toEqual({ loads: 2, failures: 2 });
    expect((await test.app.inject('/metrics')).body).toContain(
      'solvent_web_vital_seconds_count{remote="shell",version="1.0.0-shell",vital="LCP"} 1\n',
    );
    expect(await test.db.$count(runtimeErrors)).toBe(1 + 2);
  });

  it('stores errors with the pattern of the path', async () => {
    await send({
      errors: [buildErrorReport(LIVE, { kind: 'load', message: 'no entry' }), buildErrorReport(LIVE, { kind: 'script' })],
    });
    const stored = await test.db.select().from(runtimeErrors).orderBy(asc(runtimeErrors.kind));
    const of = { channel: 'production', name: 'toolbox', version: LIVE, path: '/toolbox', stack: 'at Page' };
    expect(stored).toMatchObject([
      { ...of, kind: 'load', message: 'no entry' },
      { ...of, kind: 'script', message: 'x is undefined' },
    ]);
  });

  it.each<[what: string, more: Partial<RuntimeReportBody>]>([
    ['a version that was never live', { parts: [buildRemoteReport('9.9.9')], errors: [buildErrorReport('9.9.9')] }],
    ['an unknown remote', { parts: [buildRemoteReport(LIVE, { name: 'made-up' })] }],
    [
      'an override',
      { parts: [buildRemoteReport(LIVE, { source: 'override' })], errors: [buildErrorReport(LIVE, { source: 'override' })] },
    ],
    ['another channel', { channel: 'staging', parts: [buildRemoteReport(LIVE)], errors: [buildErrorReport(LIVE)] }],
  ])('is ignored for %s', async (_what, more) => {
    expect(await send(more)).toBe(202);
    expect(await countLoads(LIVE)).toEqual({ loads: 0, failures: 0 });
    expect(await test.db.$count(runtimeErrors)).toBe(0);
  });

  it('is rejected if it is invalid', async () => {
    expect(await send({ parts: [buildRemoteReport('1 or 1=1')] })).toBe(422);
    expect(await send({ errors: Array.from({ length: 21 }, () => buildErrorReport(LIVE)) })).toBe(422);
    expect(await send({ errors: [buildErrorReport(LIVE, { stack: 'x'.repeat(4001) })] })).toBe(422);
  });

  it('is limited to fifty stored errors per version and hour', async () => {
    const ten = (version: string) => Array.from({ length: 10 }, () => buildErrorReport(version));
    for (let count = 0; count < 6; count += 1) await send({ errors: ten(LIVE) });
    await changeVersions({ name: 'toolbox', version: CANARY, percent: 10 });
    await send({ errors: [buildErrorReport(CANARY), buildErrorReport(LIVE)] });
    expect(await test.db.$count(runtimeErrors, eq(runtimeErrors.version, LIVE))).toBe(50);
    expect(await test.db.$count(runtimeErrors, eq(runtimeErrors.version, CANARY))).toBe(1);
    await test.db.update(runtimeErrors).set({ at: new Date(Date.now() - 3_700_000) });
    await send({ errors: [buildErrorReport(LIVE)] });
    expect(await test.db.$count(runtimeErrors, eq(runtimeErrors.version, LIVE))).toBe(51);
  });

  it('is accepted from a page that was opened before a promotion, and while the pointer is invalid', async () => {
    const token = await openPage(test);
    await changeVersions({ name: 'toolbox', version: CANARY });
    await send({ token, parts: [buildRemoteReport(LIVE)] });
    await releases.store.put('channels/production/current.json', 'nonsense');
    await send({ parts: [buildRemoteReport(CANARY)] });
    expect(await countLoads(LIVE)).toEqual({ loads: 1, failures: 0 });
    expect(await countLoads(CANARY)).toEqual({ loads: 1, failures: 0 });
  });

  it('is stored for seven days; its votes while its token is valid', async () => {
    const hours = (count: number) => Date.now() + count * 3_600_000;
    await changeVersions({ name: 'toolbox', version: CANARY, percent: 10 });
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
  beforeEach(() => changeVersions({ name: 'toolbox', version: CANARY, percent: 10 }));

  const getNewest = () => openChannel(releases.store, 'production').newest();
  const getPercent = async () => (await getNewest())?.document.remotes[0]?.candidate?.percent;
  const fail = (to = test) =>
    send({ parts: [buildRemoteReport(CANARY, { loaded: false })], errors: [buildErrorReport(CANARY, { kind: 'load' })] }, to);
  const work = (version: string) => send({ parts: [buildRemoteReport(version)] });

  it('is stopped after three failures with a reason; a restart begins without votes', async () => {
    const stopsAt = async (share: number) => {
      await fail();
      await fail();
      expect(await getPercent()).toBe(share);
      await fail();
      expect(await getPercent()).toBe(0);
    };
    for (let count = 0; count < 4; count += 1) await work(LIVE);
    await work(CANARY);
    await stopsAt(10);
    const { who, why } = (await getNewest()) ?? {};
    expect(who).toBe('the server');
    expect(why).toBe(
      `Stopped at 10 %: ${CANARY} failed for 3 of 4 visitors (75 %), the live ${LIVE} failed for 0 of 4 visitors (0 %).`,
    );
    await changeVersions({ name: 'toolbox', version: CANARY, percent: 20 });
    await stopsAt(20);
    expect((await getNewest())?.why).toContain('Stopped at 20 %');
  });

  it('is stopped once by concurrent servers', async () => {
    const other = await createTestApp({ config: { releases: releases.location }, ports: { db: test.db } });
    await fail();
    await fail();
    const before = (await getNewest())?.document.revision ?? 0;
    await Promise.all([fail(), fail(other), fail(), fail(other)]);
    expect(await getPercent()).toBe(0);
    expect((await getNewest())?.document.revision).toBe(before + 1);
    await fail(other);
    expect((await getNewest())?.document.revision).toBe(before + 1);
    await other.close();
  });

  it('continues despite later script errors, other failures, and a live version that fails as often', async () => {
    for (let count = 0; count < 5; count += 1)
      await send({
        parts: [buildRemoteReport(CANARY)],
        errors: [buildErrorReport(CANARY, { kind: 'script' }), buildErrorReport('9.9.9')],
      });
    expect(await getPercent()).toBe(10);
    for (let count = 0; count < 5; count += 1) {
      await send({ parts: [buildRemoteReport(LIVE, { loaded: false })] });
      await fail();
    }
    expect(await getPercent()).toBe(10);
  });
});
