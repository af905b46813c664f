import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { goodBid, problemWithBids, put, stored } from '../../../testing/bids.ts';

const MISSING_ID = '00000000-0000-7000-8000-000000000000';

let test: TestApp;
let callers: Record<string, TestCaller | undefined>;
let problemId: string;
let bidId: string;
beforeAll(async () => {
  test = await createTestApp();
  const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
  problemId = problem.id;
  bidId = bids[0]?._id ?? '';
  callers = {
    nobody: undefined,
    'another seeker': await test.signedIn('seeker'),
    'another solver': await test.signedIn('solver'),
    'another bidder': solvers[1],
    'its solver': solvers[0],
    'the poster': poster,
  };
});
afterAll(() => test.close());

/** Who may not do what, in a matrix; who may is in the tests of each call. */
const REFUSALS: Record<string, [caller: string, status: number][]> = {
  '': [
    ['nobody', 401],
    ['another seeker', 404],
    ['another solver', 404],
    ['another bidder', 404],
    ['the poster', 403],
  ],
  withdraw: [
    ['nobody', 401],
    ['another seeker', 404],
    ['another solver', 404],
    ['another bidder', 404],
    ['the poster', 403],
  ],
  accept: [
    ['nobody', 401],
    ['another seeker', 404],
    ['another solver', 404],
    ['another bidder', 404],
    ['its solver', 403],
  ],
  reject: [
    ['nobody', 401],
    ['another seeker', 404],
    ['another solver', 404],
    ['another bidder', 404],
    ['its solver', 403],
  ],
  shortlist: [
    ['nobody', 401],
    ['another seeker', 404],
    ['another solver', 404],
    ['another bidder', 404],
    ['its solver', 403],
  ],
};
const ROWS = Object.entries(REFUSALS).flatMap(([call, rows]) => rows.map(([caller, status]) => ({ call, caller, status })));

describe('the calls on a bid', () => {
  it.each(ROWS)('PUT /api/bids/:id/$call by $caller is $status, and changes nothing', async ({ call, caller, status }) => {
    const before = await stored(test, problemId);
    const answer = await put(test, callers[caller], bidId, call, { ...goodBid, amount: 1, reason: 'No', shortlisted: true });
    expect(answer.status).toBe(status);
    expect(await stored(test, problemId)).toEqual({ ...before, having: expect.any(Function) });
  });

  it.each(Object.keys(REFUSALS))(
    'PUT /api/bids/:id/%s of a bid that is not there is the same as of a foreign one',
    async (call) => {
      for (const caller of ['another solver', 'its solver', 'the poster']) {
        const missing = await put(test, callers[caller], MISSING_ID, call, { ...goodBid, shortlisted: true });
        expect(missing).toMatchObject({ status: 404, body: { code: 'not_found', message: 'This bid does not exist.' } });
        expect((await put(test, callers[caller], 'no-id', call, { ...goodBid, shortlisted: true })).status).toBe(404);
      }
      const foreign = await put(test, callers['another solver'], bidId, call, { ...goodBid, shortlisted: true });
      expect(foreign.body).toMatchObject({ code: 'not_found', message: 'This bid does not exist.' });
    },
  );
});

describe('GET /api/bids?problemId=', () => {
  it.each([
    ['nobody', []],
    ['another seeker', []],
    ['another solver', []],
    ['its solver', ['its solver']],
    ['another bidder', ['another bidder']],
    ['the poster', ['another bidder', 'its solver']],
  ])('shows %s the bids of %j, and that there are two', async (caller, whose) => {
    const { status, body } = await test.ask('GET', `/api/bids?problemId=${problemId}`, { as: callers[caller] });
    const bids = whose.map((solver) =>
      expect.objectContaining({ solver: expect.objectContaining({ _id: callers[solver]?.user.id }) }),
    );
    expect({ status, body }).toEqual({ status: 200, body: { status: true, bids, count: 2 } });
  });
});
