import { eq } from 'drizzle-orm';
import { personReviews } from '../schema.ts';
import { users } from '../../accounts/schema.ts';
import { everythingHeard, heard, openTestSockets } from '../../../testing/sockets.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildPair, rate, seenOf } from '../../../testing/solved-problems.ts';
import type { Pair } from '../../../testing/solved-problems.ts';

const DAY = 24 * 3_600_000;

let test: TestApp;
let pair: Pair;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  pair = await buildPair(test);
});
afterAll(() => test.close());

const stored = ({ problemId }: Pair) => test.db.select().from(personReviews).where(eq(personReviews.problemId, problemId));

/** From how many days after the problem was solved the reviews are seen. */
async function seenAfter(pairOf: Pair, solvedAgo: number): Promise<number[]> {
  const solvedAt = Date.now() - solvedAgo * DAY;
  return (await stored(pairOf)).map(({ visibleFrom }) => Math.round((visibleFrom.getTime() - solvedAt) / DAY));
}

describe('POST /api/problems/:id/reviews (product 3.15, 4.12)', () => {
  it('stores what the seeker says of the solver', async () => {
    const { seeker, solver } = pair;
    const { status, body } = await rate(test, pair, seeker, { rating: 4, text: '  Quick and friendly ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      status: true,
      review: {
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        author: { _id: seeker.user.id, name: 'Maya', image: null },
        subject: { _id: solver.user.id, name: 'Diego', image: null },
        rating: 4,
        text: 'Quick and friendly',
        createdAt: expect.any(String),
      },
    });
  });

  it('stores what the solver says of the seeker, also without words', async () => {
    const { body } = await rate(test, pair, pair.solver, { rating: 1 });
    expect(body['review']).toMatchObject({ author: { name: 'Diego' }, subject: { name: 'Maya' }, rating: 1, text: '' });
  });

  it('shows the first one to nobody before fourteen days after the problem was solved', async () => {
    await rate(test, pair, pair.seeker);
    expect(await seenOf(test, pair.solver)).toEqual([]);
    expect(await seenAfter(pair, 1)).toEqual([14]);
  });

  it('shows both once both are there', async () => {
    await rate(test, pair, pair.seeker);
    await rate(test, pair, pair.solver);
    expect(await seenOf(test, pair.solver)).toHaveLength(1);
    expect(await seenOf(test, pair.seeker)).toHaveLength(1);
    expect(await seenAfter(pair, 1)).toEqual([1, 1]);
  });

  it('takes one of each', async () => {
    await rate(test, pair, pair.seeker);
    const again = await rate(test, pair, pair.seeker, { rating: 1, text: 'On second thoughts' });
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict', message: 'You have rated already.' } });
    expect(await stored(pair)).toMatchObject([{ rating: 5 }]);
    expect(await seenOf(test, pair.solver)).toEqual([]);
  });

  it('takes them for fourteen days', async () => {
    const inTime = await buildPair(test, { solvedAgo: 13.99 });
    expect((await rate(test, inTime, inTime.seeker)).status).toBe(201);
    const late = await buildPair(test, { solvedAgo: 14.01 });
    expect(await rate(test, late, late.solver)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'The time for rating is over.' },
    });
    expect(await stored(late)).toEqual([]);
  });

  it.each(['open', 'in-progress', 'closed'] as const)('refuses the poster of a problem that is %s', async (status) => {
    const unsolved = await buildPair(test, { status });
    expect(await rate(test, unsolved, unsolved.seeker)).toMatchObject({
      status: 409,
      body: { message: 'This problem is not solved yet.' },
    });
    expect(await stored(unsolved)).toEqual([]);
  });

  it('refuses a solver who is still at work, and one whose bid was not taken', async () => {
    const working = await buildPair(test, { status: 'in-progress' });
    expect((await rate(test, working, working.solver)).status).toBe(409);
    const waiting = await buildPair(test, { status: 'open' });
    expect((await rate(test, waiting, waiting.solver)).status).toBe(403);
  });

  it('refuses everybody else, and the signed-out', async () => {
    for (const role of ['seeker', 'solver'] as const) {
      expect(await rate(test, pair, await test.signedIn(role))).toMatchObject({
        status: 403,
        body: { code: 'forbidden', message: 'Only who posted this problem and who solved it can rate each other.' },
      });
    }
    expect((await rate(test, pair, undefined)).status).toBe(401);
    expect(await stored(pair)).toEqual([]);
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'nonsense'])('is 404 without such a problem: %s', async (problemId) => {
    expect(await rate(test, { problemId }, pair.seeker)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('can be said of somebody who left', async () => {
    const { seeker, solver } = pair;
    await test.db.update(users).set({ name: 'Deleted user', deletedAt: new Date() }).where(eq(users.id, solver.user.id));
    expect((await rate(test, pair, seeker)).body['review']).toMatchObject({ subject: { name: 'Deleted user' } });
  });
});

describe('at once', () => {
  it('both sides end with both seen, every time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const both = await buildPair(test);
      const answers = await Promise.all([rate(test, both, both.seeker), rate(test, both, both.solver)]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(await seenOf(test, both.seeker)).toHaveLength(1);
      expect(await seenOf(test, both.solver)).toHaveLength(1);
    }
  });

  it('ten tries of each side store one of each', async () => {
    const tries = Array.from({ length: 10 }, () => [rate(test, pair, pair.seeker), rate(test, pair, pair.solver)]).flat();
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(18);
    expect(await stored(pair)).toHaveLength(2);
    expect(await seenAfter(pair, 1)).toEqual([1, 1]);
  });
});

describe('the page of a solved problem', () => {
  it('hears that there is something new, and nothing of a review that was refused', async () => {
    const sockets = await openTestSockets(test);
    const watcher = await sockets.connected(pair.solver);
    watcher.emit('watch_problem', pair.problemId);
    const told = heard(watcher, 'bid');
    await rate(test, pair, pair.seeker);
    expect(await told).toEqual({ problemId: pair.problemId });
    const said = everythingHeard(watcher);
    await rate(test, pair, pair.seeker);
    const last = heard(watcher, 'bid');
    await rate(test, pair, pair.solver);
    await last;
    expect(said).toEqual([['bid', { problemId: pair.problemId }]]);
    sockets.disconnectAll();
  });
});
