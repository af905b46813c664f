import { eq } from 'drizzle-orm';
import { personReviews } from '../schema.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { conflictResponse, MISSING_ID } from '../../../testing/bids.ts';
import { users } from '../../accounts/schema.ts';
import { recordEvents, received, openTestSockets } from '../../../testing/sockets.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildSolvedProblem, postReview, listVisibleReviewIds } from '../../../testing/solved-problems.ts';
import type { SolvedProblem } from '../../../testing/solved-problems.ts';

let test: TestApp;
let pair: SolvedProblem;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  pair = await buildSolvedProblem(test);
});
afterAll(() => test.close());

const stored = ({ problemId }: SolvedProblem) =>
  test.db.select().from(personReviews).where(eq(personReviews.problemId, problemId));

/** From how many days after the problem was solved the reviews are seen. */
async function seenAfter(pairOf: SolvedProblem, solvedAgo: number): Promise<number[]> {
  const solvedAt = Date.now() - solvedAgo * DAY_MS;
  return (await stored(pairOf)).map(({ visibleFrom }) => Math.round((visibleFrom.getTime() - solvedAt) / DAY_MS));
}

describe('POST /api/problems/:id/reviews (product 3.15, 4.12)', () => {
  it('stores what each says of the other, once: the first is seen fourteen days after solving, both once both are there', async () => {
    const { seeker, solver } = pair;
    const first = await postReview(test, pair, seeker, { rating: 4, text: '  Quick and friendly ' });
    const review = { author: { name: 'Maya' }, subject: { name: 'Diego' }, rating: 4, text: 'Quick and friendly' };
    expect(first).toMatchObject({ status: 201, body: { review } });
    expect(await listVisibleReviewIds(test, solver)).toEqual([]);
    expect(await seenAfter(pair, 1)).toEqual([14]);
    const again = await postReview(test, pair, seeker, { rating: 1, text: 'On second thoughts' });
    expect(again).toMatchObject(conflictResponse('You have rated already.'));
    expect(await stored(pair)).toMatchObject([{ rating: 4 }]);
    const { body } = await postReview(test, pair, solver, { rating: 1 });
    expect(body['review']).toMatchObject({ author: { name: 'Diego' }, subject: { name: 'Maya' }, rating: 1, text: '' });
    for (const person of [seeker, solver]) expect(await listVisibleReviewIds(test, person)).toHaveLength(1);
    expect(await seenAfter(pair, 1)).toEqual([1, 1]);
  });

  it('takes them for fourteen days', async () => {
    const inTime = await buildSolvedProblem(test, { solvedAgo: 13.99 });
    expect((await postReview(test, inTime, inTime.seeker)).status).toBe(201);
    const late = await buildSolvedProblem(test, { solvedAgo: 14.01 });
    expect(await postReview(test, late, late.solver)).toMatchObject(conflictResponse('The time for rating is over.'));
    expect(await stored(late)).toEqual([]);
  });

  it.each(['open', 'in-progress', 'closed'] as const)('refuses the two of a problem that is %s', async (status) => {
    const unsolved = await buildSolvedProblem(test, { status });
    const early = conflictResponse('This problem is not solved yet.');
    expect(await postReview(test, unsolved, unsolved.seeker)).toMatchObject(early);
    // Whose bid was not taken is none of the two.
    const { status: said } = await postReview(test, unsolved, unsolved.solver);
    expect(said).toBe(status === 'in-progress' ? 409 : 403);
    expect(await stored(unsolved)).toEqual([]);
  });

  it('refuses everybody else, and is 404 without such a problem', async () => {
    const message = 'Only who posted this problem and who solved it can rate each other.';
    for (const role of ['seeker', 'solver'] as const) {
      const other = await test.signedIn(role);
      expect(await postReview(test, pair, other)).toMatchObject({ status: 403, body: { code: 'forbidden', message } });
    }
    expect(await stored(pair)).toEqual([]);
    for (const problemId of [MISSING_ID, 'nonsense'])
      expect((await postReview(test, { problemId }, pair.seeker)).status).toBe(404);
  });

  it('can be said of somebody who left', async () => {
    const { seeker, solver } = pair;
    await test.db.update(users).set({ name: 'Deleted user', deletedAt: new Date() }).where(eq(users.id, solver.user.id));
    expect((await postReview(test, pair, seeker)).body['review']).toMatchObject({ subject: { name: 'Deleted user' } });
  });
});

it.each([1, 2, 3])('many tries of each side at once store one of each, and both are seen: time %i', async () => {
  const { seeker, solver } = pair;
  const tries = Array.from({ length: 10 }, () => [postReview(test, pair, seeker), postReview(test, pair, solver)]).flat();
  const answers = await Promise.all(tries);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(18);
  for (const person of [seeker, solver]) expect(await listVisibleReviewIds(test, person)).toHaveLength(1);
  expect(await seenAfter(pair, 1)).toEqual([1, 1]);
});

it('the page of a solved problem hears that there is something new, and nothing of a review that was refused', async () => {
  const sockets = await openTestSockets(test);
  const watcher = await sockets.connectAs(pair.solver);
  watcher.emit('watch_problem', pair.problemId);
  const told = received(watcher, 'bid');
  await postReview(test, pair, pair.seeker);
  expect(await told).toEqual({ problemId: pair.problemId });
  const said = recordEvents(watcher);
  await postReview(test, pair, pair.seeker);
  const last = received(watcher, 'bid');
  await postReview(test, pair, pair.solver);
  await last;
  expect(said).toEqual([['bid', { problemId: pair.problemId }]]);
  sockets.disconnectAll();
});
