import type { RuntimeReportBody } from '@solvent/contracts';
import { changeChannel, openChannel } from '@solvent/releases';
import type { Change } from '@solvent/releases';
import { canaryVotes, runtimeErrors } from '../schema.ts';
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

/** A server for people: nobody is on its own machine. */
const production = (changes: TestAppOptions = {}) =>
  createTestApp({ ...changes, config: { releases: releases.location, env: 'production', metricsTokens: [METRICS_TOKEN] } });

const change = (...changes: Change[]) => changeChannel(releases.store, 'production', changes, { who: 'ada', why: '' });

beforeEach(async () => {
  releases = await releasesWithCanary();
  await change({ name: 'toolbox', version: CANARY, percent: 10 });
  test = await production();
});

afterEach(async () => {
  await test.close();
  await releases.close();
});

type Told = Partial<RuntimeReportBody>;
const FAILS: Told = { parts: [buildRemoteReport(CANARY, { loaded: false })] };
const WORKS: Told = { parts: [buildRemoteReport(CANARY)] };
const LIVE_FAILS: Told = { parts: [buildRemoteReport(LIVE, { loaded: false })] };
const LIVE_WORKS: Told = { parts: [buildRemoteReport(LIVE)] };

const send = async (token: string | undefined, told: Told, to = test) =>
  (await to.request('POST', '/api/runtime-reports', { payload: buildReport({ token, ...told }) })).status;

/** Somebody at an address loads a page, which tells something. */
const visit = async (address: string, told: Told) => send(await openPage(test, address), told);

/** Addresses of so many networks. */
const homes = (count: number, first = 1) => Array.from({ length: count }, (_none, index) => `198.51.100.${first + index}`);

const percent = async () => (await openChannel(releases.store, 'production').newest())?.document.remotes[0]?.candidate?.percent;

/** What is heard of a version: of how many networks and hours, and in how many it failed. */
async function votesFor(version: string) {
  const rows = await test.db.select().from(canaryVotes);
  const votes = rows.filter((row) => row.version === version);
  return { votes: votes.length, failed: votes.filter(({ failed }) => failed).length };
}

describe('a report counts for nothing', () => {
  const none = { votes: 0, failed: 0 };

  async function expectNothing(): Promise<void> {
    expect(await votesFor(CANARY)).toEqual(none);
    expect(await test.db.$count(runtimeErrors)).toBe(0);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { body } = await test.app.inject({ url: '/metrics', headers });
    expect(body).toContain('# TYPE solvent_remote_loads_total counter');
    // Metrics of the pinned versions are not counts of reports.
    const counted = body.split('\n').filter((line) => !/^solvent_(?:remote_info|canary_percent)\{/.test(line));
    expect(counted.join('\n')).not.toContain(CANARY);
  }

  const failure = { ...FAILS, errors: [buildErrorReport(CANARY)] };

  // Which tokens are no server's own: page-tokens.test.ts.
  it('without a token or with one that is made up, and its sender is told nothing', async () => {
    const right = (await openPage(test)) ?? '';
    for (const token of [undefined, '', 'x', 'x'.repeat(47), right.slice(0, -2)]) expect(await send(token, failure)).toBe(202);
    expect(await send('x'.repeat(101), failure)).toBe(422);
    await expectNothing();
  });

  it('of a version that its page was not made of', async () => {
    await change({ name: 'toolbox', version: CANARY, percent: 0 });
    const stopped = await openPage(test);
    await change({ name: 'toolbox', version: CANARY, percent: 10 });
    const { create } = await createPageTokens(test.db, test.config);
    for (const token of [stopped, create(1, '192.0.2.1'), create(999, '192.0.2.1')]) expect(await send(token, failure)).toBe(202);
    await expectNothing();
  });

  it('of a page that is older than a day', async () => {
    const { create } = await createPageTokens(test.db, test.config);
    const dayOld = at(Date.now() - 24 * 3_600_000 - 1000, () => create(2, '192.0.2.1'));
    expect(await send(dayOld, failure)).toBe(202);
    await expectNothing();
    const younger = at(Date.now() - 24 * 3_600_000 + 60_000, () => create(2, '192.0.2.1'));
    await send(younger, failure);
    expect(await votesFor(CANARY)).toEqual({ votes: 1, failed: 1 });
  });

  it('of a page in which somebody runs a build of his own', async () => {
    expect(await openPage(test, '192.0.2.1', `/toolbox?remote=toolbox@${CANARY}`)).toBeUndefined();
    expect(await openPage(test, '192.0.2.1', '/toolbox?remote=toolbox@9.9.9')).toBeDefined();
  });
});

/** Does something while the clock says another time. */
function at<Result>(time: number, work: () => Result): Result {
  const { now } = Date;
  Date.now = () => time;
  try {
    return work();
  } finally {
    Date.now = now;
  }
}

describe('a network has one vote an hour for a version', () => {
  it('whatever its other pages tell, and the first may say later that the version failed', async () => {
    const [first, second] = [await openPage(test, '192.0.2.1'), await openPage(test, '192.0.2.1')];
    await send(first, WORKS);
    await send(second, FAILS);
    expect(await votesFor(CANARY)).toEqual({ votes: 1, failed: 0 });
    await send(first, { errors: [buildErrorReport(CANARY)] });
    expect(await votesFor(CANARY)).toEqual({ votes: 1, failed: 1 });
    await send(first, WORKS);
    await send(second, WORKS);
    await send(second, LIVE_WORKS);
    expect(await votesFor(CANARY)).toEqual({ votes: 1, failed: 1 });
    expect(await votesFor(LIVE)).toEqual({ votes: 1, failed: 0 });
  });

  it('also where a token is sent again and again, to two servers at once, from anywhere', async () => {
    const other = await production({ ports: { db: test.db } });
    const token = await openPage(test, '192.0.2.1');
    const payload = buildReport({ token, ...FAILS });
    const again = homes(20).map((remoteAddress, index) =>
      (index % 2 === 0 ? test : other).request('POST', '/api/runtime-reports', { payload, remoteAddress }),
    );
    expect(new Set((await Promise.all(again)).map(({ status }) => status))).toEqual(new Set([202]));
    expect(await votesFor(CANARY)).toEqual({ votes: 1, failed: 1 });
    await other.close();
  });

  it('in the hour in which its page was made: a token that is kept does not vote in the next one', async () => {
    const { create } = await createPageTokens(test.db, test.config);
    const kept = [1, 2, 3].map(() => at(Date.now() - 3_600_000, () => create(2, '192.0.2.1')));
    for (const token of kept) await send(token, FAILS);
    expect(await votesFor(CANARY)).toEqual({ votes: 1, failed: 1 });
    await visit('192.0.2.1', FAILS);
    expect(await votesFor(CANARY)).toEqual({ votes: 2, failed: 2 });
  });

  it('and is kept as a number that thousands of addresses share', async () => {
    await visit('192.0.2.1', FAILS);
    const [vote] = await test.db.select().from(canaryVotes);
    expect(vote?.network).toBeLessThan(2 ** 20);
    expect(JSON.stringify(vote)).not.toContain('192.0.2');
  });
});

// That an IPv4 address is one network, too: page-tokens.test.ts.
describe('many made-up reports from one /48 of IPv6', () => {
  const MADE_UP = 60;
  const address = (count: number) => `2001:db8:bad:${count.toString(16)}::1`;
  /** Sends what so many pages tell that were loaded there: with the tokens that these pages would have. */
  const makeUp = async (count: number, ...told: Told[]) => {
    const { create } = await createPageTokens(test.db, test.config);
    for (let sent = 0; sent < count; sent += 1) for (const one of told) await send(create(2, address(sent)), one);
  };

  it('stop no good canary, on the day when nobody else runs it, too', async () => {
    await makeUp(MADE_UP, { ...FAILS, errors: [buildErrorReport(CANARY)] });
    expect(await votesFor(CANARY)).toEqual({ votes: 1, failed: 1 });
    expect(await percent()).toBe(10);
    for (const home of homes(4)) await visit(home, WORKS);
    await visit(address(MADE_UP), FAILS);
    expect(await percent()).toBe(10);
  });

  it('keep no bad canary', async () => {
    await makeUp(MADE_UP / 2, WORKS, LIVE_FAILS);
    expect(await votesFor(CANARY)).toEqual({ votes: 1, failed: 0 });
    for (const home of homes(4)) await visit(home, FAILS);
    expect(await percent()).toBe(10);
    await visit('203.0.113.1', FAILS);
    expect(await percent()).toBe(0);
  });
});

it('what one network makes up hides no error of others from the team that owns a remote', async () => {
  const made = { errors: Array.from({ length: 20 }, () => buildErrorReport(LIVE, { message: 'made up' })) };
  for (let count = 0; count < 10; count += 1) await visit('192.0.2.66', made);
  await visit('192.0.2.1', { errors: [buildErrorReport(LIVE, { message: 'true' })] });
  const kept = (await test.db.select().from(runtimeErrors)).map(({ message }) => message);
  expect(kept.filter((message) => message === 'made up')).toHaveLength(10);
  expect(kept).toContain('true');
});

describe('honest reports', () => {
  it('of five networks stop a canary that fails, and the history says for whom', async () => {
    for (const home of homes(9)) await visit(home, LIVE_WORKS);
    await visit('203.0.113.1', WORKS);
    for (const home of homes(5, 50)) {
      expect(await percent()).toBe(10);
      await visit(home, FAILS);
    }
    expect(await percent()).toBe(0);
    expect((await openChannel(releases.store, 'production').newest())?.why).toBe(
      `Stopped at 10 %: ${CANARY} failed for 5 of 6 visitors (83 %), the live ${LIVE} failed for 0 of 9 visitors (0 %).`,
    );
  });

  it('count once for each visitor, whoever comes every hour', async () => {
    const { create } = await createPageTokens(test.db, test.config);
    const hourly = Array.from({ length: 20 }, (_none, hour) => at(Date.now() + hour * 3_600_000, () => create(2, '192.0.2.66')));
    for (const [hour, token] of hourly.entries()) await send(token, hour % 2 === 0 ? WORKS : FAILS);
    expect(await votesFor(CANARY)).toEqual({ votes: 20, failed: 10 });
    for (const home of homes(4)) await visit(home, FAILS);
    expect((await openChannel(releases.store, 'production').newest())?.why).toContain(
      `${CANARY} failed for 5 of 5 visitors (90 %)`,
    );
  });

  it('stop none where a proxy hides who asks: everybody is one visitor there', async () => {
    for (let count = 0; count < 20; count += 1) await visit('127.0.0.1', FAILS);
    expect(await percent()).toBe(10);
    expect(await votesFor(CANARY)).toEqual({ votes: 1, failed: 1 });
  });
});
