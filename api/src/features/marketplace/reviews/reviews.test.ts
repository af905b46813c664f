import { eq } from 'drizzle-orm';
import { personReviews, users } from '../../../schema/index.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { conflictResponse, MISSING_ID } from '../../../testing/bids.ts';
import { recordEvents, received, openTestSockets } from '../../../testing/sockets.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { buildSolvedProblem, postReview, listVisibleReviewIds } from '../../../testing/solved-problems.ts';
import type { SolvedProblem } from '../../../testing/solved-problems.ts';
import { setUpEach } from '../../../testing/set-up.ts';

const test = setUpTestApp();
const problem = setUpEach(() => buildSolvedProblem(test));

const listStored = ({ problemId }: SolvedProblem) =>
  test.db.select().from(personReviews).where(eq(personReviews.problemId, problemId));

/** Returns the days between solving and the visibility of each review. */
async function getVisibilityDays(reviewed: SolvedProblem, solvedDaysAgo: number): Promise<number[]> {
  const solvedAt = Date.now() - solvedDaysAgo * DAY_MS;
  return (await listStored(reviewed)).map(({ visibleFrom }) => Math.round((visibleFrom.getTime() - solvedAt) / DAY_MS));
}

describe('POST /api/problems/:id/reviews (product 3.15, 4.12)', () => {
  it('stores one review of each party, visible after fourteen days or once both exist', async () => {
    const { seeker, solver } = problem;
    const first = await postReview(test, problem, seeker, { rating: 4, text: '  Quick and friendly ' });
    const review = { author: { name: 'Maya' }, subject: { name: 'Diego' }, rating: 4, text: 'Quick and friendly' };
    expect(first).toMatchObject({ status: 201, body: { review } });
    expect(await listVisibleReviewIds(test, solver)).toEqual([]);
    expect(await getVisibilityDays(problem, 1)).toEqual([14]);
    const again = await postReview(test, problem, seeker, { rating: 1, text: 'On second thoughts' });
    expect(again).toMatchObject(conflictResponse('You have rated already.'));
    expect(await listStored(problem)).toMatchObject([{ rating: 4 }]);
    const { body } = await postReview(test, problem, solver, { rating: 1 });
    expect(body['review']).toMatchObject({ author: { name: 'Diego' }, subject: { name: 'Maya' }, rating: 1, text: '' });
    for (const person of [seeker, solver]) expect(await listVisibleReviewIds(test, person)).toHaveLength(1);
    expect(await getVisibilityDays(problem, 1)).toEqual([1, 1]);
  });

  it('is possible for fourteen days', async () => {
    const inTime = await buildSolvedProblem(test, { solvedAgo: 13.99 });
    expect((await postReview(test, inTime, inTime.seeker)).status).toBe(201);
    const late = await buildSolvedProblem(test, { solvedAgo: 14.01 });
    expect(await postReview(test, late, late.solver)).toMatchObject(conflictResponse('The time for rating is over.'));
    expect(await listStored(late)).toEqual([]);
  });

  it.each(['open', 'in-progress', 'closed'] as const)('refuses the parties of a problem that is %s', async (status) => {
    const unsolved = await buildSolvedProblem(test, { status });
    const early = conflictResponse('This problem is not solved yet.');
    expect(await postReview(test, unsolved, unsolved.seeker)).toMatchObject(early);
    // The solver is a party only once the bid is accepted.
    const { status: solverStatus } = await postReview(test, unsolved, unsolved.solver);
    expect(solverStatus).toBe(status === 'in-progress' ? 409 : 403);
    expect(await listStored(unsolved)).toEqual([]);
  });

  it('refuses other users, and responds with 404 without such a problem', async () => {
    const message = 'Only the seeker and the solver of this problem can rate each other.';
    for (const role of ['seeker', 'solver'] as const) {
      const other = await test.signedIn(role);
      expect(await postReview(test, problem, other)).toMatchObject({ status: 403, body: { code: 'forbidden', message } });
    }
    expect(await listStored(problem)).toEqual([]);
    for (const problemId of [MISSING_ID, 'nonsense'])
      expect((await postReview(test, { problemId }, problem.seeker)).status).toBe(404);
  });

  it('is possible for a deleted account', async () => {
    const { seeker, solver } = problem;
    await test.db.update(users).set({ name: 'Deleted user', deletedAt: new Date() }).where(eq(users.id, solver.user.id));
    expect((await postReview(test, problem, seeker)).body['review']).toMatchObject({ subject: { name: 'Deleted user' } });
  });
});

it.each([1, 2, 3])('concurrent reviews of both parties store one of each, both visible: run %i', async () => {
  const { seeker, solver } = problem;
  const attempts = Array.from({ length: 10 }, () => [
    postReview(test, problem, seeker),
    postReview(test, problem, solver),
  ]).flat();
  const responses = await Promise.all(attempts);
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(18);
  for (const person of [seeker, solver]) expect(await listVisibleReviewIds(test, person)).toHaveLength(1);
  expect(await getVisibilityDays(problem, 1)).toEqual([1, 1]);
});

it('viewers of a solved problem receive an event for each stored review, but not for refused ones', async () => {
  const sockets = await openTestSockets(test);
  const watcher = await sockets.connectAs(problem.solver);
  watcher.emit('watch_problem', problem.problemId);
  const event = received(watcher, 'bid');
  await postReview(test, problem, problem.seeker);
  expect(await event).toEqual({ problemId: problem.problemId });
  const events = recordEvents(watcher);
  await postReview(test, problem, problem.seeker);
  const last = received(watcher, 'bid');
  await postReview(test, problem, problem.solver);
  await last;
  expect(events).toEqual([['bid', { problemId: problem.problemId }]]);
  sockets.disconnectAll();
});
