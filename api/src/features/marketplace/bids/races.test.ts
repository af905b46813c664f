import { jest } from '@jest/globals';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import type { TestResponse } from '../../../testing/test-app.ts';
import { placeBid, problemWithBids, putBid, readProblemState } from '../../../testing/bids.ts';

const ACCEPTS = 20;
/** Fewer on the embedded database, which serializes statements. */
const ROUNDS = process.env['TEST_DATABASE_URL'] ? [0, 1, 2, 3] : [0, 1];
jest.setTimeout(300_000);

const test = setUpTestApp();

const getWins = (responses: TestResponse[]) => responses.filter(({ status }) => status === 200);

/** Checks invariants that hold after any concurrent requests. */
async function expectConsistent(problemId: string) {
  const state = await readProblemState(test, problemId);
  expect(state.problem?.bidCount).toBe(state.counted);
  expect(state.having('accepted')).toHaveLength(state.problem?.status === 'in-progress' ? 1 : 0);
  expect(state.problem?.status === 'in-progress' ? state.having('pending') : []).toEqual([]);
  const getRecipients = (name: string) => state.notifications.filter(({ type }) => type === name).map(({ userId }) => userId);
  expect(getRecipients('bid_accepted')).toEqual(state.having('accepted').map(({ solverId }) => solverId));
  expect(new Set(getRecipients('bid_rejected'))).toEqual(new Set(state.having('rejected').map(({ solverId }) => solverId)));
  expect(getRecipients('bid_rejected')).toHaveLength(state.having('rejected').length);
  expect(getRecipients('new_bid')).toHaveLength(state.bids.length);
  return state;
}

describe.each(ROUNDS)('concurrent requests, round %i', () => {
  it(`accept exactly one of ${ACCEPTS} different bids`, async () => {
    const bidders = await Promise.all(Array.from({ length: ACCEPTS }, () => test.signedIn('solver')));
    const { poster, problem, bids } = await problemWithBids(test, bidders);
    const responses = await Promise.all(bids.map(({ _id }) => putBid(test, poster, _id, 'accept')));
    expect(getWins(responses)).toHaveLength(1);
    const lost = responses.filter(({ status }) => status !== 200);
    expect(new Set(lost.map(({ status, body }) => `${status} ${String(body['message'])}`))).toEqual(
      new Set(['409 Another bid was accepted meanwhile.']),
    );
    const state = await expectConsistent(problem.id);
    expect(state).toMatchObject({ problem: { status: 'in-progress', bidCount: ACCEPTS }, events: [{ event: 'bid_accepted' }] });
  });

  it('keep the problem consistent across all kinds of changes', async () => {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 6);
    const late: TestCaller[] = [await test.signedIn('solver'), await test.signedIn('solver')];
    const [first = '', second = '', third = '', fourth = ''] = bids.map(({ _id }) => _id);
    const change = { amount: 7, estimatedDays: 7, message: 'I have thought about it once more, and slept.' };
    const responses = await Promise.all([
      putBid(test, solvers[0], first, 'withdraw'),
      ...late.map((solver) => placeBid(test, solver, problem.id)),
      putBid(test, poster, second, 'reject', { reason: 'No' }),
      putBid(test, solvers[2], third, '', change),
      putBid(test, poster, fourth, 'accept'),
      putBid(test, poster, first, 'accept'),
    ]);
    for (const { status } of responses) expect([200, 201, 409]).toContain(status);
    await expectConsistent(problem.id);
  });
});
