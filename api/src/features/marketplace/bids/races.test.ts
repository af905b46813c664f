import { jest } from '@jest/globals';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestResponse, TestApp } from '../../../testing/test-app.ts';
import { placeBid, problemWithBids, putBid, readProblemState } from '../../../testing/bids.ts';

const ACCEPTS = 20;
/** The embedded database does one thing at a time: there is less to find there, and it takes longer. */
const ROUNDS = process.env['TEST_DATABASE_URL'] ? [0, 1, 2, 3] : [0, 1];
jest.setTimeout(300_000);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const won = (answers: TestResponse[]) => answers.filter(({ status }) => status === 200);

/** What is true of a problem whatever happened at once. */
async function expectSound(problemId: string) {
  const now = await readProblemState(test, problemId);
  expect(now.problem?.bidCount).toBe(now.counted);
  expect(now.having('accepted')).toHaveLength(now.problem?.status === 'in-progress' ? 1 : 0);
  expect(now.problem?.status === 'in-progress' ? now.having('pending') : []).toEqual([]);
  const told = (type: string) => now.notifications.filter((one) => one.type === type).map(({ userId }) => userId);
  expect(told('bid_accepted')).toEqual(now.having('accepted').map(({ solverId }) => solverId));
  expect(new Set(told('bid_rejected'))).toEqual(new Set(now.having('rejected').map(({ solverId }) => solverId)));
  expect(told('bid_rejected')).toHaveLength(now.having('rejected').length);
  expect(told('new_bid')).toHaveLength(now.bids.length);
  return now;
}

describe.each(ROUNDS)('at once, round %i', () => {
  it(`${ACCEPTS} accepts of different bids: exactly one wins`, async () => {
    const bidders = await Promise.all(Array.from({ length: ACCEPTS }, () => test.signedIn('solver')));
    const { poster, problem, bids } = await problemWithBids(test, bidders);
    const answers = await Promise.all(bids.map(({ _id }) => putBid(test, poster, _id, 'accept')));
    expect(won(answers)).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(new Set(lost.map(({ status, body }) => `${status} ${String(body['message'])}`))).toEqual(
      new Set(['409 Another bid was accepted meanwhile.']),
    );
    const now = await expectSound(problem.id);
    expect(now).toMatchObject({ problem: { status: 'in-progress', bidCount: ACCEPTS }, events: [{ event: 'bid_accepted' }] });
  });

  it('bids, changes, withdrawals, rejections and an accept: nothing is half made', async () => {
    const { poster, problem, solvers, bids } = await problemWithBids(test, 6);
    const late: TestCaller[] = [await test.signedIn('solver'), await test.signedIn('solver')];
    const [first = '', second = '', third = '', fourth = ''] = bids.map(({ _id }) => _id);
    const change = { amount: 7, estimatedDays: 7, message: 'I have thought about it once more, and slept.' };
    const answers = await Promise.all([
      putBid(test, solvers[0], first, 'withdraw'),
      ...late.map((solver) => placeBid(test, solver, problem.id)),
      putBid(test, poster, second, 'reject', { reason: 'No' }),
      putBid(test, solvers[2], third, '', change),
      putBid(test, poster, fourth, 'accept'),
      putBid(test, poster, first, 'accept'),
    ]);
    for (const { status } of answers) expect([200, 201, 409]).toContain(status);
    await expectSound(problem.id);
  });
});
