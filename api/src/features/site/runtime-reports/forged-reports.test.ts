import type { RuntimeReportBody } from '@solvent/contracts';
import { changeChannel, openChannel } from '@solvent/releases';
import type { Change } from '@solvent/releases';
import { canaryVotes, runtimeErrors } from '../../../schema/index.ts';
import { createPageTokens } from '../page-tokens.ts';
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
import type { TestApp, TestAppOptions } from '../../../testing/test-app.ts';

let releases: TestReleases;
let test: TestApp;

const METRICS_TOKEN = 'sixteen-characters';

/** In production, local visitors are not exempt. */
const production = (changes: TestAppOptions = {}) =>
  createTestApp({ ...changes, config: { releases: releases.location, env: 'production', metricsTokens: [METRICS_TOKEN] } });

const changeVersions = (...changes: Change[]) => changeChannel(releases.store, 'production', changes, { who: 'ada', why: '' });

beforeEach(async () => {
  releases = await releasesWithCanary();
  await changeVersions({ name: 'toolbox', version: CANARY, percent: 10 });
  test = await production();
});

afterEach(async () => {
  await test.close();
  await releases.close();
});

type ReportFields = Partial<RuntimeReportBody>;
const FAILS: ReportFields = { parts: [buildRemoteReport(CANARY, { loaded: false })] };
const WORKS: ReportFields = { parts: [buildRemoteReport(CANARY)] };
const LIVE_FAILS: ReportFields = { parts: [buildRemoteReport(LIVE, { loaded: false })] };
const LIVE_WORKS: ReportFields = { parts: [buildRemoteReport(LIVE)] };

const send = async (token: string | undefined, fields: ReportFields, to = test) =>
  (await to.request('POST', '/api/runtime-reports', { payload: buildReport({ token, ...fields }) })).status;

/** Loads a page from an IP address, and sends its report. */
const visitAndReport = async (address: string, fields: ReportFields) => send(await openPage(test, address), fields);

/** IP addresses of different networks. */
const buildAddresses = (count: number, first = 1) =>
  Array.from({ length: count }, (_none, index) => `198.51.100.${first + index}`);

const getPercent = async () =>
  (await openChannel(releases.store, 'production').newest())?.document.remotes[0]?.candidate?.percent;

/** Counts the votes on a version, and the failed ones. */
async function countVotes(version: string) {
  const rows = await test.db.select().from(canaryVotes);
  const votes = rows.filter((row) => row.version === version);
  return { votes: votes.length, failed: votes.filter(({ failed }) => failed).length };
}

describe('a report is ignored', () => {
  const none = { votes: 0, failed: 0 };

  async function expectNothing(): Promise<void> {
    expect(await countVotes(CANARY)).toEqual(none);
    expect(await test.db.$count(runtimeErrors)).toBe(0);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { body } = await test.app.inject({ url: '/metrics', headers });
    expect(body).toContain('# TYPE solvent_remote_loads_total counter');
    // Metrics of the pinned versions are not counts of reports.
    const counted = body.split('\n').filter((line) => !/^solvent_(?:remote_info|canary_percent)\{/.test(line));
    expect(counted.join('\n')).not.toContain(CANARY);
  }

  const failure = { ...FAILS, errors: [buildErrorReport(CANARY)] };

  // Invalid tokens: see page-tokens.test.ts.
  it('without a valid token, with the same response', async () => {
    const right = (await openPage(test)) ?? '';
    for (const token of [undefined, '', 'x', 'x'.repeat(47), right.slice(0, -2)]) expect(await send(token, failure)).toBe(202);
    expect(await send('x'.repeat(101), failure)).toBe(422);
    await expectNothing();
  });

  it('on a version that is not in its page’s revision', async () => {
    await changeVersions({ name: 'toolbox', version: CANARY, percent: 0 });
    const stopped = await openPage(test);
    await changeVersions({ name: 'toolbox', version: CANARY, percent: 10 });
    const { create } = await createPageTokens(test.db, test.config);
    for (const token of [stopped, create(1, '192.0.2.1'), create(999, '192.0.2.1')]) expect(await send(token, failure)).toBe(202);
    await expectNothing();
  });

  it('if its page is older than a day', async () => {
    const { create } = await createPageTokens(test.db, test.config);
    const dayOld = atTime(Date.now() - 24 * 3_600_000 - 1000, () => create(2, '192.0.2.1'));
    expect(await send(dayOld, failure)).toBe(202);
    await expectNothing();
    const younger = atTime(Date.now() - 24 * 3_600_000 + 60_000, () => create(2, '192.0.2.1'));
    await send(younger, failure);
    expect(await countVotes(CANARY)).toEqual({ votes: 1, failed: 1 });
  });

  it('if its page has an override', async () => {
    expect(await openPage(test, '192.0.2.1', `/toolbox?remote=toolbox@${CANARY}`)).toBeUndefined();
    expect(await openPage(test, '192.0.2.1', '/toolbox?remote=toolbox@9.9.9')).toBeDefined();
  });
});

/** Runs `work` at another time. */
function atTime<Result>(time: number, work: () => Result): Result {
  const { now } = Date;
  Date.now = () => time;
  try {
    return work();
  } finally {
    Date.now = now;
  }
}

describe('a network has one vote per hour and version', () => {
  it('of its first page, which can change it to a failure', async () => {
    const [first, second] = [await openPage(test, '192.0.2.1'), await openPage(test, '192.0.2.1')];
    await send(first, WORKS);
    await send(second, FAILS);
    expect(await countVotes(CANARY)).toEqual({ votes: 1, failed: 0 });
    await send(first, { errors: [buildErrorReport(CANARY)] });
    expect(await countVotes(CANARY)).toEqual({ votes: 1, failed: 1 });
    await send(first, WORKS);
    await send(second, WORKS);
    await send(second, LIVE_WORKS);
    expect(await countVotes(CANARY)).toEqual({ votes: 1, failed: 1 });
    expect(await countVotes(LIVE)).toEqual({ votes: 1, failed: 0 });
  });

  it('also if a token is sent repeatedly, to two servers, from different networks', async () => {
    const other = await production({ ports: { db: test.db } });
    const token = await openPage(test, '192.0.2.1');
    const payload = buildReport({ token, ...FAILS });
    const again = buildAddresses(20).map((remoteAddress, index) =>
      (index % 2 === 0 ? test : other).request('POST', '/api/runtime-reports', { payload, remoteAddress }),
    );
    expect(new Set((await Promise.all(again)).map(({ status }) => status))).toEqual(new Set([202]));
    expect(await countVotes(CANARY)).toEqual({ votes: 1, failed: 1 });
    await other.close();
  });

  it('in the hour of its page: an old token has no vote in the next hour', async () => {
    const { create } = await createPageTokens(test.db, test.config);
    const oldTokens = [1, 2, 3].map(() => atTime(Date.now() - 3_600_000, () => create(2, '192.0.2.1')));
    for (const token of oldTokens) await send(token, FAILS);
    expect(await countVotes(CANARY)).toEqual({ votes: 1, failed: 1 });
    await visitAndReport('192.0.2.1', FAILS);
    expect(await countVotes(CANARY)).toEqual({ votes: 2, failed: 2 });
  });

  it('and is stored as a number that thousands of addresses share', async () => {
    await visitAndReport('192.0.2.1', FAILS);
    const [vote] = await test.db.select().from(canaryVotes);
    expect(vote?.network).toBeLessThan(2 ** 20);
    expect(JSON.stringify(vote)).not.toContain('192.0.2');
  });
});

// IPv4 networks: see page-tokens.test.ts.
describe('many forged reports from one IPv6 /48', () => {
  const MADE_UP = 60;
  const address = (count: number) => `2001:db8:bad:${count.toString(16)}::1`;
  /** Sends the reports of pages from different addresses of the network. */
  const makeUp = async (count: number, ...fields: ReportFields[]) => {
    const { create } = await createPageTokens(test.db, test.config);
    for (let sent = 0; sent < count; sent += 1) for (const one of fields) await send(create(2, address(sent)), one);
  };

  it('stop no good canary, even without other visitors', async () => {
    await makeUp(MADE_UP, { ...FAILS, errors: [buildErrorReport(CANARY)] });
    expect(await countVotes(CANARY)).toEqual({ votes: 1, failed: 1 });
    expect(await getPercent()).toBe(10);
    for (const home of buildAddresses(4)) await visitAndReport(home, WORKS);
    await visitAndReport(address(MADE_UP), FAILS);
    expect(await getPercent()).toBe(10);
  });

  it('keep no bad canary', async () => {
    await makeUp(MADE_UP / 2, WORKS, LIVE_FAILS);
    expect(await countVotes(CANARY)).toEqual({ votes: 1, failed: 0 });
    for (const home of buildAddresses(4)) await visitAndReport(home, FAILS);
    expect(await getPercent()).toBe(10);
    await visitAndReport('203.0.113.1', FAILS);
    expect(await getPercent()).toBe(0);
  });
});

it('forged errors of one network do not displace errors of others', async () => {
  const forged = { errors: Array.from({ length: 20 }, () => buildErrorReport(LIVE, { message: 'made up' })) };
  for (let count = 0; count < 10; count += 1) await visitAndReport('192.0.2.66', forged);
  await visitAndReport('192.0.2.1', { errors: [buildErrorReport(LIVE, { message: 'true' })] });
  const messages = (await test.db.select().from(runtimeErrors)).map(({ message }) => message);
  expect(messages.filter((message) => message === 'made up')).toHaveLength(10);
  expect(messages).toContain('true');
});

describe('honest reports', () => {
  it('of five networks stop a failing canary, with the numbers in the history', async () => {
    for (const home of buildAddresses(9)) await visitAndReport(home, LIVE_WORKS);
    await visitAndReport('203.0.113.1', WORKS);
    for (const home of buildAddresses(5, 50)) {
      expect(await getPercent()).toBe(10);
      await visitAndReport(home, FAILS);
    }
    expect(await getPercent()).toBe(0);
    expect((await openChannel(releases.store, 'production').newest())?.why).toBe(
      `Stopped at 10 %: ${CANARY} failed for 5 of 6 visitors (83 %), the live ${LIVE} failed for 0 of 9 visitors (0 %).`,
    );
  });

  it('weigh all visitors equally', async () => {
    const { create } = await createPageTokens(test.db, test.config);
    const hourly = Array.from({ length: 20 }, (_none, hour) =>
      atTime(Date.now() + hour * 3_600_000, () => create(2, '192.0.2.66')),
    );
    for (const [hour, token] of hourly.entries()) await send(token, hour % 2 === 0 ? WORKS : FAILS);
    expect(await countVotes(CANARY)).toEqual({ votes: 20, failed: 10 });
    for (const home of buildAddresses(4)) await visitAndReport(home, FAILS);
    expect((await openChannel(releases.store, 'production').newest())?.why).toContain(
      `${CANARY} failed for 5 of 5 visitors (90 %)`,
    );
  });

  it('do not stop a canary behind a proxy that hides all addresses: all visitors are one', async () => {
    for (let count = 0; count < 20; count += 1) await visitAndReport('127.0.0.1', FAILS);
    expect(await getPercent()).toBe(10);
    expect(await countVotes(CANARY)).toEqual({ votes: 1, failed: 1 });
  });
});
