import { eq, sql } from 'drizzle-orm';
import { bids as bidTable, personReviews } from '../schema.ts';
import { users } from '../../accounts/schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { addProblem, bidOf, goodBid, place, put, stored, problemWithBids } from '../../../testing/bids.ts';
import { newId } from '../../../platform/db/new-id.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('placing a bid (product 4.11, 6.5, 7.6, 11.7)', () => {
  const MISSING_ID = '00000000-0000-7000-8000-000000000000';
  const OPEN_NO_MORE = 'This problem is not open for bids any more.';

  let poster: TestCaller;
  let solver: TestCaller;
  beforeAll(async () => {
    poster = await test.signedIn('seeker', { name: 'Maya' });
    solver = await test.signedIn('solver', { name: 'Diego' });
  });

  describe('POST /api/bids', () => {
    it('stores the bid, counts it, and tells the poster', async () => {
      // An amount may be above the budget.
      const { id, title } = await addProblem(test, poster, { budget: 1 });
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
      expect(await test.db.$count(bidTable, eq(bidTable.requestKey, 'try-2'))).toBe(1);
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
});

describe('reading bids (product 2.23, 3.8, 7.6)', () => {
  const MISSING_ID = '00000000-0000-7000-8000-000000000000';
  const DAY = 86_400_000;

  describe("a problem's bids", () => {
    it('come with pending ones first, then the newest; the withdrawn are not counted', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 4);
      const [first = '', second = '', third = '', fourth = ''] = bids.map(({ _id }) => _id);
      await put(test, solvers[3], fourth, 'withdraw');
      await put(test, poster, third, 'reject');
      const all = await test.ask('GET', `/api/bids?problemId=${problem.id}`, { as: poster });
      expect(all.body).toMatchObject({ bids: [second, first, fourth, third].map((_id) => ({ _id })), count: 3 });
      const some = await test.ask('GET', `/api/bids?problemId=${problem.id}&status=rejected`, { as: poster });
      expect(some.body).toMatchObject({ bids: [{ _id: third }], count: 3 });
    });

    it('say what others think of each solver, once it is to be seen', async () => {
      const { poster, problem, solvers } = await problemWithBids(test, 1);
      const subjectId = solvers[0]?.user.id ?? '';
      const review = async (rating: number, seenIn: number) => ({
        id: newId(),
        problemId: (await addProblem(test, poster)).id,
        authorId: poster.user.id,
        subjectId,
        rating,
        text: '',
        createdAt: new Date(),
        visibleFrom: new Date(Date.now() + seenIn),
      });
      await test.db.insert(personReviews).values([await review(5, -DAY), await review(4, -DAY), await review(1, DAY)]);
      const { body } = await test.ask('GET', `/api/bids?problemId=${problem.id}`, { as: poster });
      expect(body['bids']).toMatchObject([{ solver: { _id: subjectId, rating: 4.5, ratingCount: 2 } }]);
    });

    it.each([[`problemId=${MISSING_ID}`, 404]])('?%s is %i', async (query, status) => {
      expect((await test.ask('GET', `/api/bids?${query}`, { as: await test.signedIn('solver') })).status).toBe(status);
    });
  });

  describe('my bids', () => {
    it('are mine alone, newest first, with their problems and how many there are of each state', async () => {
      const poster = await test.signedIn('seeker', { name: 'Maya' });
      const solver = await test.signedIn('solver');
      const ids: string[] = [];
      for (const title of ['First of three', 'Second of three', 'Third of three']) {
        const { id } = await addProblem(test, poster, { title, budget: 70 });
        ids.push(bidOf(await place(test, solver, id))._id);
        await place(test, await test.signedIn('solver'), id);
      }
      await put(test, poster, ids[0] ?? '', 'accept');
      await put(test, solver, ids[1] ?? '', 'withdraw');

      const { status, body } = await test.ask('GET', '/api/bids', { as: solver });
      expect(status).toBe(200);
      const counts = { all: 3, pending: 1, accepted: 1, rejected: 0, withdrawn: 1 };
      expect(body).toMatchObject({ counts, page: 1, limit: 20, totalPages: 1 });
      expect(body['bids']).toMatchObject(ids.toReversed().map((_id) => ({ _id, solver: { _id: solver.user.id } })));
      const user = { _id: poster.user.id, name: 'Maya', image: null };
      const problem = { _id: expect.any(String), title: 'First of three', status: 'in-progress', budget: 70, user };
      expect(body['bids']).toHaveProperty('2.problem', problem);
      expect(body).not.toHaveProperty('count');
    });

    it('are paged and filtered by their state', async () => {
      const poster = await test.signedIn('seeker');
      const solver = await test.signedIn('solver');
      const placed: string[] = [];
      for (let count = 0; count < 3; count += 1)
        placed.push(bidOf(await place(test, solver, (await addProblem(test, poster)).id))._id);
      await put(test, solver, placed[1] ?? '', 'withdraw');
      const asked = async (query: string) => (await test.ask('GET', `/api/bids?${query}`, { as: solver })).body;
      expect(await asked('limit=2&page=2')).toMatchObject({ bids: [{ _id: placed[0] }], page: 2, totalPages: 2 });
      const pending = await asked('status=pending&limit=1');
      expect(pending).toMatchObject({ bids: [{ _id: placed[2] }], totalPages: 2, counts: { all: 3, pending: 2, withdrawn: 1 } });
      expect(await asked('page=9')).toMatchObject({ bids: [], totalPages: 1 });
    });

    it('come to a sum while they wait, and once they were accepted', async () => {
      const poster = await test.signedIn('seeker');
      const solver = await test.signedIn('solver');
      const placed: string[] = [];
      for (const amount of [100, 20, 3, 4000]) {
        const { id } = await addProblem(test, poster);
        placed.push(bidOf(await place(test, solver, id, { amount }))._id);
      }
      await put(test, poster, placed[0] ?? '', 'accept');
      await put(test, solver, placed[3] ?? '', 'withdraw');
      const sums = { pending: 23, accepted: 100 };
      expect((await test.ask('GET', '/api/bids?status=withdrawn', { as: solver })).body).toMatchObject({ sums });
    });

    it('are there for a seeker who was a solver, and nobody sees them without a session', async () => {
      const { body } = await test.ask('GET', '/api/bids', { as: await test.signedIn('seeker') });
      expect(body).toMatchObject({ bids: [], counts: { all: 0 }, sums: { pending: 0, accepted: 0 }, totalPages: 1 });
      expect(await test.ask('GET', '/api/bids')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    });
  });
});
