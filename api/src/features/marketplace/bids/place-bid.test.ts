import { eq, sql } from 'drizzle-orm';
import { bids as bidTable, personReviews } from '../../../schema/index.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import {
  addProblem,
  getBid,
  conflictResponse,
  goodBid,
  MISSING_ID,
  placeBid,
  problemWithBids,
  putBid,
  readProblemState,
} from '../../../testing/bids.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/db/new-id.ts';

const test = setUpTestApp();

describe('POST /api/bids (product 4.11, 6.5, 7.6, 11.7)', () => {
  let poster: TestCaller;
  let solver: TestCaller;
  beforeAll(async () => {
    poster = await test.signedIn('seeker', { name: 'Maya' });
    solver = await test.signedIn('solver', { name: 'Diego' });
  });

  it('stores the bid, counts it, and notifies the poster', async () => {
    // The amount can exceed the budget.
    const { id, title } = await addProblem(test, poster, { budget: 1 });
    const { status, body } = await placeBid(test, solver, id);
    expect(status).toBe(201);
    const author = { _id: solver.user.id, name: 'Diego', image: null, rating: null, ratingCount: 0 };
    expect(body['bid']).toMatchObject({ ...goodBid, problemId: id, solver: author, files: [], status: 'pending', reason: null });
    expect(await readProblemState(test, id)).toMatchObject({ problem: { bidCount: 1 }, counted: 1, events: [] });
    const { body: received } = await test.request('GET', '/api/notifications', { as: poster });
    expect(received['notifications']).toMatchObject([
      { type: 'new_bid', title: 'New bid', message: `Diego bid $120 on "${title}"`, data: { problemId: id } },
    ]);
  });

  it('refuses bids on missing, own and closed problems', async () => {
    const notFound = { status: 404, body: { code: 'not_found', message: 'This problem does not exist.' } };
    expect(await placeBid(test, solver, MISSING_ID)).toMatchObject(notFound);
    const own = await addProblem(test, solver);
    expect(await placeBid(test, solver, own.id)).toMatchObject(conflictResponse('You cannot bid on your own problem.'));
    for (const status of ['in-progress', 'solved', 'closed'] as const) {
      const { id } = await addProblem(test, poster, { status });
      expect(await placeBid(test, solver, id)).toMatchObject(conflictResponse('This problem is not open for bids any more.'));
      expect((await readProblemState(test, id)).bids).toEqual([]);
    }
  });

  it('refuses a second live bid, but allows one after a withdrawal', async () => {
    const { id } = await addProblem(test, poster);
    const first = getBid(await placeBid(test, solver, id));
    expect(await placeBid(test, solver, id)).toMatchObject(conflictResponse('You already have a bid on this problem.'));
    await putBid(test, solver, first._id, 'withdraw');
    expect((await placeBid(test, solver, id)).status).toBe(201);
    expect(await readProblemState(test, id)).toMatchObject({ problem: { bidCount: 1 }, counted: 1 });
  });

  it('stores one of two concurrent bids', async () => {
    const { id } = await addProblem(test, poster);
    const responses = await Promise.all([placeBid(test, solver, id), placeBid(test, solver, id)]);
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    expect(await readProblemState(test, id)).toMatchObject({
      problem: { bidCount: 1 },
      counted: 1,
      notifications: [{ type: 'new_bid' }],
    });
  });

  it('stores nothing if the notification cannot be stored', async () => {
    const { id } = await addProblem(test, poster);
    await test.db.execute(sql`ALTER TABLE notifications ADD CONSTRAINT no_notifications CHECK (type <> 'new_bid') NOT VALID`);
    const { status } = await placeBid(test, solver, id);
    await test.db.execute(sql`ALTER TABLE notifications DROP CONSTRAINT no_notifications`);
    expect(status).toBe(500);
    expect(await readProblemState(test, id)).toMatchObject({ problem: { bidCount: 0 }, bids: [], notifications: [] });
    expect((await placeBid(test, solver, id)).status).toBe(201);
  });

  it('returns the first bid for a repeated key, even after a decision', async () => {
    const key = { 'idempotency-key': 'try-1' };
    const { id } = await addProblem(test, poster);
    const first = getBid(await placeBid(test, solver, id, {}, key));
    expect(getBid(await placeBid(test, solver, id, { amount: 7 }, key))).toEqual(first);
    await putBid(test, poster, first._id, 'accept');
    expect(getBid(await placeBid(test, solver, id, {}, key))).toMatchObject({ _id: first._id, status: 'accepted' });
    expect(await readProblemState(test, id)).toMatchObject({ problem: { bidCount: 1 }, counted: 1 });
    // Keys are per solver.
    const [other, problem] = [await test.signedIn('solver'), await addProblem(test, poster)];
    expect(getBid(await placeBid(test, other, problem.id, {}, key)).solver._id).toBe(other.user.id);
  });

  it('stores one of ten concurrent bids with the same key, even across problems', async () => {
    const ids = [await addProblem(test, poster), await addProblem(test, poster)].map(({ id }) => id);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        placeBid(test, solver, ids[number % 2] ?? '', {}, { 'idempotency-key': 'try-2' }),
      ),
    );
    expect(new Set(responses.map((response) => getBid(response)._id)).size).toBe(1);
    expect(await test.db.$count(bidTable, eq(bidTable.requestKey, 'try-2'))).toBe(1);
    const counts = await Promise.all(ids.map(async (id) => (await readProblemState(test, id)).problem?.bidCount));
    expect(new Set(counts)).toEqual(new Set([0, 1]));
  });
});

describe('reading bids (product 2.23, 3.8, 7.6)', () => {
  describe("a problem's bids", () => {
    it('are listed with pending ones first, then by age, without counting withdrawn ones', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 4);
      const [first = '', second = '', third = '', fourth = ''] = bids.map(({ _id }) => _id);
      await putBid(test, solvers[3], fourth, 'withdraw');
      await putBid(test, poster, third, 'reject');
      const all = await test.request('GET', `/api/bids?problemId=${problem.id}`, { as: poster });
      expect(all.body).toMatchObject({ bids: [second, first, fourth, third].map((_id) => ({ _id })), count: 3 });
      const some = await test.request('GET', `/api/bids?problemId=${problem.id}&status=rejected`, { as: poster });
      expect(some.body).toMatchObject({ bids: [{ _id: third }], count: 3 });
      expect((await test.request('GET', `/api/bids?problemId=${MISSING_ID}`, { as: poster })).status).toBe(404);
    });

    it('include the rating from visible reviews of each solver', async () => {
      const { poster, problem, solvers } = await problemWithBids(test, 1);
      const subjectId = solvers[0]?.user.id ?? '';
      const buildReview = async (rating: number, visibleInMs: number) => ({
        id: newId(),
        problemId: (await addProblem(test, poster)).id,
        authorId: poster.user.id,
        subjectId,
        rating,
        text: '',
        createdAt: new Date(),
        visibleFrom: new Date(Date.now() + visibleInMs),
      });
      await test.db
        .insert(personReviews)
        .values([await buildReview(5, -DAY_MS), await buildReview(4, -DAY_MS), await buildReview(1, DAY_MS)]);
      const { body } = await test.request('GET', `/api/bids?problemId=${problem.id}`, { as: poster });
      expect(body['bids']).toMatchObject([{ solver: { _id: subjectId, rating: 4.5, ratingCount: 2 } }]);
    });
  });

  describe('my bids', () => {
    it('are listed latest first, with problems, sums and counts by status', async () => {
      const poster = await test.signedIn('seeker', { name: 'Maya' });
      const solver = await test.signedIn('solver');
      const ids: string[] = [];
      for (const amount of [100, 20, 3, 4000]) {
        const { id } = await addProblem(test, poster, { title: `For $${amount}`, budget: 70 });
        ids.push(getBid(await placeBid(test, solver, id, { amount }))._id);
        await placeBid(test, await test.signedIn('solver'), id);
      }
      const [first = '', , third = '', fourth = ''] = ids;
      await putBid(test, poster, first, 'accept');
      await putBid(test, solver, fourth, 'withdraw');
      const listBids = async (query = '') => (await test.request('GET', `/api/bids${query}`, { as: solver })).body;

      const all = await listBids();
      const counts = { all: 4, pending: 2, accepted: 1, rejected: 0, withdrawn: 1 };
      expect(all).toMatchObject({ counts, sums: { pending: 23, accepted: 100 }, page: 1, limit: 20, totalPages: 1 });
      expect(all['bids']).toMatchObject(ids.toReversed().map((_id) => ({ _id, solver: { _id: solver.user.id } })));
      const user = { _id: poster.user.id, name: 'Maya', image: null };
      expect(all['bids']).toMatchObject([
        {},
        {},
        {},
        { problem: { title: 'For $100', status: 'in-progress', budget: 70, user } },
      ]);
      expect(all).not.toHaveProperty('count');
      expect(await listBids('?limit=3&page=2')).toMatchObject({ bids: [{ _id: first }], page: 2, totalPages: 2 });
      expect(await listBids('?page=9')).toMatchObject({ bids: [], totalPages: 1 });
      expect(await listBids('?status=pending&limit=1')).toMatchObject({ bids: [{ _id: third }], totalPages: 2, counts });
      const withdrawn = { bids: [{ _id: fourth }], sums: { pending: 23, accepted: 100 } };
      expect(await listBids('?status=withdrawn')).toMatchObject(withdrawn);
      const accepted = all['bids'] as { _id: string }[];
      expect(await listBids('?sort=accepted&limit=2')).toMatchObject({ bids: [{ _id: first }, accepted[0]] });
      expect(await listBids('?sort=amount&limit=1')).toMatchObject({ bids: [{ amount: 4000 }], totalPages: 4 });
      const found = { bids: [{ _id: first }], counts: { all: 1, pending: 0, accepted: 1 }, sums: { pending: 23, accepted: 100 } };
      expect(await listBids(`?search=${encodeURIComponent('fór $100')}`)).toMatchObject(found);
      expect(await listBids('?search=maya')).toMatchObject({ counts });
      expect(await listBids('?search=nothing')).toMatchObject({ bids: [], totalPages: 1 });
    });

    it('are available to seekers, and need a session', async () => {
      const { body } = await test.request('GET', '/api/bids', { as: await test.signedIn('seeker') });
      expect(body).toMatchObject({ bids: [], counts: { all: 0 }, sums: { pending: 0, accepted: 0 }, totalPages: 1 });
      expect(await test.request('GET', '/api/bids')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    });
  });
});
