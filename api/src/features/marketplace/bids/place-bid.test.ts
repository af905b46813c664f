import { eq, sql } from 'drizzle-orm';
import { bids } from '../schema.ts';
import { users } from '../../accounts/schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { addProblem, bidOf, goodBid, place, put, stored } from '../../../testing/bids.ts';

const MISSING_ID = '00000000-0000-7000-8000-000000000000';
const OPEN_NO_MORE = 'This problem is not open for bids any more.';

let test: TestApp;
let poster: TestCaller;
let solver: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
  poster = await test.signedIn('seeker', { name: 'Maya' });
  solver = await test.signedIn('solver', { name: 'Diego' });
});
afterAll(() => test.close());

describe('POST /api/bids', () => {
  it('stores the bid, counts it, and tells the poster', async () => {
    const { id, title } = await addProblem(test, poster);
    const { status, body } = await place(test, solver, id);
    expect(status).toBe(201);
    expect(body).toEqual({
      status: true,
      bid: {
        ...goodBid,
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        problemId: id,
        solver: { _id: solver.user.id, name: 'Diego', image: null, rating: null, ratingCount: 0 },
        files: [],
        status: 'pending',
        reason: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    expect(await stored(test, id)).toMatchObject({ problem: { bidCount: 1 }, counted: 1, events: [] });
    const { body: told } = await test.ask('GET', '/api/notifications', { as: poster });
    expect(told['notifications']).toMatchObject([
      { type: 'new_bid', title: 'New bid', message: `Diego bid $120 on "${title}"`, data: { problemId: id } },
    ]);
  });

  it('takes an amount above the budget, and trims the message', async () => {
    const { id } = await addProblem(test, poster, { budget: 1 });
    const bid = bidOf(await place(test, solver, id, { amount: 1_000_000, message: `  ${goodBid.message}\n` }));
    expect(bid).toMatchObject({ amount: 1_000_000, message: goodBid.message });
  });

  it('ignores what only the server decides', async () => {
    const { id } = await addProblem(test, poster);
    const forged = {
      _id: id,
      status: 'accepted',
      solverId: poster.user.id,
      solver: {},
      reason: 'forged',
      createdAt: 0,
      requestKey: 'x',
    };
    const bid = bidOf(await place(test, solver, id, forged));
    expect(bid).toMatchObject({ status: 'pending', solver: { _id: solver.user.id }, reason: null });
    expect(bid._id).not.toBe(id);
    expect((await stored(test, id)).bids).toMatchObject([{ solverId: solver.user.id, requestKey: null, status: 'pending' }]);
  });

  it.each([
    ['amount', 0, 'Amount must be at least $1'],
    ['amount', -1, 'Amount must be at least $1'],
    ['amount', 1_000_000_000, 'Amount cannot exceed $1,000,000'],
    ['amount', 9.5, 'Amount must be a whole number of dollars'],
    ['amount', 'a lot', 'Amount must be a number'],
    ['amount', null, 'Amount is required'],
    ['estimatedDays', 0, 'Days must be at least 1'],
    ['estimatedDays', 91, 'Days cannot exceed 90'],
    ['estimatedDays', 'soon', 'Days must be a number'],
    ['message', 'Too short', 'Message must be at least 30 characters'],
    ['message', ' '.repeat(40), 'Message is required'],
    ['message', 'x'.repeat(2001), 'Message cannot exceed 2,000 characters'],
    ['message', undefined, 'Message is required'],
    ['message', ['x'.repeat(40)], expect.any(String)],
    ['problemId', 'the-first-one', 'There is no such problem'],
    ['problemId', undefined, 'There is no such problem'],
  ])('refuses %s %j', async (field, value, sentence) => {
    const { id } = await addProblem(test, poster);
    const { status, body } = await place(test, solver, id, { [field]: value });
    expect({ status, errors: body['errors'] }).toEqual({ status: 422, errors: { [field]: sentence } });
    expect(await stored(test, id)).toMatchObject({ problem: { bidCount: 0 }, bids: [], told: [] });
  });

  it('says that there is no such problem', async () => {
    expect(await place(test, solver, MISSING_ID)).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: 'This problem does not exist.' },
    });
  });

  it.each(['in-progress', 'solved', 'closed'] as const)('refuses a bid on a problem that is %s', async (status) => {
    const { id } = await addProblem(test, poster, { status });
    expect(await place(test, solver, id)).toMatchObject({ status: 409, body: { code: 'conflict', message: OPEN_NO_MORE } });
    expect((await stored(test, id)).bids).toEqual([]);
  });

  it('refuses a bid on an own problem, whatever the role is now', async () => {
    const { id } = await addProblem(test, solver);
    const message = 'You cannot bid on your own problem.';
    expect(await place(test, solver, id)).toMatchObject({ status: 409, body: { code: 'conflict', message } });
  });

  it('refuses a second live bid; after a withdrawn one there may be another', async () => {
    const { id } = await addProblem(test, poster);
    const first = bidOf(await place(test, solver, id));
    const message = 'You have a bid on this problem already.';
    expect(await place(test, solver, id)).toMatchObject({ status: 409, body: { code: 'conflict', message } });
    await put(test, solver, first._id, 'withdraw');
    expect((await place(test, solver, id)).status).toBe(201);
    expect(await stored(test, id)).toMatchObject({ problem: { bidCount: 1 }, counted: 1 });
  });

  it('makes one bid of two at once', async () => {
    const { id } = await addProblem(test, poster);
    const answers = await Promise.all([place(test, solver, id), place(test, solver, id)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    expect(await stored(test, id)).toMatchObject({ problem: { bidCount: 1 }, counted: 1, told: [{ type: 'new_bid' }] });
  });

  it('stores nothing for somebody who has just deleted the account', async () => {
    const { id } = await addProblem(test, poster);
    const leaver = await test.signedIn('solver');
    await test.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, leaver.user.id));
    expect((await place(test, leaver, id)).status).toBe(401);
    expect((await stored(test, id)).bids).toEqual([]);
  });

  it('leaves nothing where the poster cannot be told', async () => {
    const { id } = await addProblem(test, poster);
    await test.db.execute(sql`ALTER TABLE notifications ADD CONSTRAINT no_news CHECK (type <> 'new_bid') NOT VALID`);
    try {
      expect((await place(test, solver, id)).status).toBe(500);
    } finally {
      await test.db.execute(sql`ALTER TABLE notifications DROP CONSTRAINT no_news`);
    }
    expect(await stored(test, id)).toMatchObject({ problem: { bidCount: 0 }, bids: [], told: [] });
    expect((await place(test, solver, id)).status).toBe(201);
  });
});

describe('a bid that is sent twice', () => {
  const key = { 'idempotency-key': 'try-1' };

  it('answers with the first one, also when it is decided or its problem closed', async () => {
    const { id } = await addProblem(test, poster);
    const first = bidOf(await place(test, solver, id, {}, key));
    expect(bidOf(await place(test, solver, id, { amount: 7 }, key))).toEqual(first);
    await put(test, poster, first._id, 'accept');
    expect(bidOf(await place(test, solver, id, {}, key))).toMatchObject({ _id: first._id, status: 'accepted' });
    expect(await stored(test, id)).toMatchObject({ problem: { bidCount: 1 }, counted: 1 });
  });

  it('makes one of ten at once, on one problem and on several', async () => {
    const ids = [await addProblem(test, poster), await addProblem(test, poster)].map(({ id }) => id);
    const key2 = { 'idempotency-key': 'try-2' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) => place(test, solver, ids[number % 2] ?? '', {}, key2)),
    );
    expect(new Set(answers.map((answer) => bidOf(answer)._id)).size).toBe(1);
    expect(await test.db.$count(bids, eq(bids.requestKey, 'try-2'))).toBe(1);
    const counts = await Promise.all(ids.map(async (id) => (await stored(test, id)).problem?.bidCount));
    expect(counts.filter((count) => count === 1)).toHaveLength(1);
    expect(counts).toContain(0);
  });

  it("is nothing to others: somebody else's key makes a bid of their own", async () => {
    const { id } = await addProblem(test, poster);
    const other = await test.signedIn('solver');
    expect(bidOf(await place(test, other, id, {}, key)).solver._id).toBe(other.user.id);
  });
});

describe('the limit of bids', () => {
  it('is 20 an hour', async () => {
    const strict = await createTestApp({ config: { rateLimitFactor: 1 } });
    const bidder = await strict.signedIn('solver');
    for (let count = 0; count < 20; count += 1) await place(strict, bidder, MISSING_ID);
    expect(await place(strict, bidder, MISSING_ID)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    await strict.close();
  });
});
