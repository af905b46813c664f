import type { Problem, TimelineAnswer, OwnProblemsAnswer } from '@solvent/contracts';
import { bids, personReviews, problemEvents } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { buildProblem } from '../../../testing/problems.ts';
import { addProblem, bidOf, place, put } from '../../../testing/bids.ts';
import { discussionOf } from '../../../testing/discussion.ts';
import { countStatements } from '../../../testing/statements.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('detail (product 3.7, 7.4)', () => {
  const DAY = 24 * 3_600_000;

  let poster: TestCaller;
  let solver: TestCaller;
  let loser: TestCaller;
  beforeAll(async () => {
    poster = await test.signedIn('seeker', { name: 'Maya' });
    solver = await test.signedIn('solver', { name: 'Liam' });
    loser = await test.signedIn('solver', { name: 'Noor' });
  });

  async function detail(id: string, as?: TestCaller): Promise<Problem> {
    const { body } = await test.ask('GET', `/api/problems/${id}`, { as });
    // The answer's schema lets nothing else out.
    return body['problem'] as Problem;
  }

  const add = (given: Parameters<typeof buildProblem>[2] = {}) => buildProblem(test.db, poster.user.id, given);

  async function addBid(problemId: string, { user }: TestCaller, status: (typeof bids.$inferInsert)['status'], age = 0) {
    const at = new Date(Date.now() - age);
    const offer = { amount: 90, message: 'I have done this before.', estimatedDays: 3, createdAt: at, updatedAt: at };
    await test.db.insert(bids).values({ ...offer, problemId, solverId: user.id, status });
  }

  /** A problem that was solved so many days ago, by Liam. */
  async function solved(daysAgo: number): Promise<string> {
    const { id } = await add({ status: 'solved', solvedAt: new Date(Date.now() - daysAgo * DAY) });
    await addBid(id, solver, 'accepted');
    await addBid(id, loser, 'rejected');
    return id;
  }

  async function rate(problemId: string, author: TestCaller, subject: TestCaller, visibleFrom: Date) {
    const said = { rating: 4, text: `By ${author.user.name}`, createdAt: new Date(), visibleFrom };
    await test.db.insert(personReviews).values({ ...said, problemId, authorId: author.user.id, subjectId: subject.user.id });
  }

  describe('the bids on a problem’s page', () => {
    it('are the own latest one for who bids, and none for others', async () => {
      const { id } = await add();
      await addBid(id, solver, 'withdrawn', DAY);
      await addBid(id, solver, 'pending');
      await addBid(id, loser, 'pending');
      expect((await detail(id, solver)).myBid).toMatchObject({ status: 'pending', solver: { name: 'Liam' } });
      for (const as of [poster, await test.signedIn('solver'), undefined])
        expect(await detail(id, as)).toMatchObject({ myBid: null, acceptedBid: null });
    });

    it('are the accepted one for the poster and its solver alone', async () => {
      const { id } = await add({ status: 'in-progress' });
      await addBid(id, solver, 'accepted');
      await addBid(id, loser, 'rejected');
      const accepted = { status: 'accepted', solver: { name: 'Liam' }, amount: 90 };
      expect(await detail(id, poster)).toMatchObject({ myBid: null, acceptedBid: accepted });
      expect(await detail(id, solver)).toMatchObject({ myBid: accepted, acceptedBid: accepted });
      expect(await detail(id, loser)).toMatchObject({ myBid: { status: 'rejected' }, acceptedBid: null });
      expect(await detail(id)).toMatchObject({ myBid: null, acceptedBid: null });
    });
  });

  describe('the timeline', () => {
    it('says in order what happened and whose doing it was', async () => {
      const { id, createdAt } = await add();
      const later = new Date(createdAt.getTime() + DAY);
      await test.db.insert(problemEvents).values([
        { problemId: id, event: 'bid_accepted', personId: solver.user.id, at: later },
        { problemId: id, event: 'posted', personId: poster.user.id, at: createdAt },
      ]);
      expect((await detail(id)).timeline).toMatchObject([
        { event: 'posted', person: { _id: poster.user.id, name: 'Maya', image: null }, at: createdAt.toISOString() },
        { event: 'bid_accepted', person: { _id: solver.user.id, name: 'Liam', image: null }, at: later.toISOString() },
      ]);
      expect((await detail(id)).hasEarlierEvents).toBe(false);
    });

    it('has what one person does again and again once, however often that is', async () => {
      const { id } = await add();
      for (let flip = 0; flip < 30; flip += 1) {
        const status = flip % 2 === 0 ? 'closed' : 'open';
        expect((await test.ask('PUT', `/api/problems/${id}/status`, { as: poster, payload: { status } })).status).toBe(200);
      }
      const { timeline, hasEarlierEvents, updatedAt } = await detail(id);
      expect(timeline.map(({ event, times }) => [event, times])).toEqual([
        ['posted', 1],
        ['closed', 15],
        ['reopened', 15],
      ]);
      expect(timeline[2]?.at).toBe(updatedAt);
      expect(hasEarlierEvents).toBe(false);
    });

    it('comes in pages, the latest first', async () => {
      const { id, createdAt } = await add();
      const at = (day: number) => new Date(createdAt.getTime() + day * DAY);
      const people = [solver, loser];
      const told = Array.from({ length: 50 }, (_, day) => ({
        problemId: id,
        event: day === 0 ? ('posted' as const) : ('bid_accepted' as const),
        personId: people[day % 2]?.user.id ?? '',
        at: at(day),
      }));
      await test.db.insert(problemEvents).values(told);
      let page: TimelineAnswer = await detail(id);
      const lengths = [page.timeline.length];
      const seen = page.timeline.map((entry) => entry.at);
      while (page.hasEarlierEvents) {
        const { body } = await test.ask('GET', `/api/problems/${id}/timeline?before=${page.timeline[0]?._id}`);
        // The answer's schema lets nothing else out.
        page = body as unknown as TimelineAnswer;
        lengths.push(page.timeline.length);
        seen.unshift(...page.timeline.map((entry) => entry.at));
      }
      expect(lengths).toEqual([20, 20, 10]);
      expect(seen).toEqual(told.map((entry) => entry.at.toISOString()));
    });

    it('of a problem that is not there, or before what is not on it, is not there', async () => {
      const { id } = await add();
      const nothing = '00000000-0000-7000-8000-000000000000';
      expect((await test.ask('GET', `/api/problems/${nothing}/timeline`)).status).toBe(404);
      expect((await test.ask('GET', `/api/problems/${id}/timeline?before=elsewhere`)).status).toBe(422);
      const { status, body } = await test.ask('GET', `/api/problems/${id}/timeline?before=${nothing}`);
      expect([status, body['timeline'], body['hasEarlierEvents']]).toEqual([200, [], false]);
    });
  });

  describe('the reviews of a solved problem', () => {
    it('may be written by the two sides, for fourteen days', async () => {
      const id = await solved(13);
      const until = (await detail(id, poster)).reviewUntil;
      expect(Math.round((new Date(until ?? 0).getTime() - Date.now()) / DAY)).toBe(1);
      expect((await detail(id, solver)).reviewUntil).toBe(until);
      for (const as of [loser, undefined]) expect((await detail(id, as)).reviewUntil).toBeNull();
      expect((await detail(await solved(15), poster)).reviewUntil).toBeNull();
    });

    it('are hidden from the other one until they are to be seen, and asked for once', async () => {
      const id = await solved(1);
      await rate(id, solver, poster, new Date(Date.now() + DAY));
      expect(await detail(id, solver)).toMatchObject({ reviews: [{ text: 'By Liam', rating: 4 }], reviewUntil: null });
      for (const as of [poster, loser, undefined]) expect((await detail(id, as)).reviews).toEqual([]);
      expect((await detail(id, poster)).reviewUntil).not.toBeNull();
    });

    it('are everybody’s to read from then on', async () => {
      const id = await solved(1);
      await rate(id, solver, poster, new Date());
      await rate(id, poster, solver, new Date());
      expect((await detail(id)).reviews).toMatchObject([
        { author: { name: 'Liam' }, subject: { name: 'Maya' }, text: 'By Liam' },
        { author: { name: 'Maya' }, subject: { name: 'Liam' }, text: 'By Maya' },
      ]);
    });

    it('make the rating of the poster, once others see them', async () => {
      const [id, other] = [await solved(1), await solved(1)];
      const before = (await detail(id)).posterRating;
      await rate(other, solver, poster, new Date(Date.now() + DAY));
      expect((await detail(id)).posterRating).toEqual(before);
      await rate(id, solver, poster, new Date());
      expect((await detail(id)).posterRating).toEqual({ rating: 4, ratingCount: before.ratingCount + 1 });
    });

    it('are not to be written while work goes on', async () => {
      const { id } = await add({ status: 'in-progress' });
      await addBid(id, solver, 'accepted');
      expect(await detail(id, poster)).toMatchObject({ reviews: [], reviewUntil: null });
    });
  });
});

describe('own problems (product 2.50, 3.31)', () => {
  let seeker: TestCaller;
  let solver: TestCaller;
  beforeEach(async () => {
    seeker = await test.signedIn('seeker');
    solver = await test.signedIn('solver', { name: 'Diego' });
  });

  async function own(query = ''): Promise<OwnProblemsAnswer> {
    const { status, body } = await test.ask('GET', `/api/problems/user${query}`, { as: seeker });
    expect(status).toBe(200);
    // The answer's schema lets nothing else out.
    return body as unknown as OwnProblemsAnswer;
  }

  describe("one's own problems", () => {
    it('say what waits, and how far the work is', async () => {
      const waiting = await addProblem(test, seeker, { title: 'Waiting' });
      await place(test, solver, waiting.id);
      await discussionOf(test, waiting.id).say(solver, 'Which version?');
      const begun = await addProblem(test, seeker, { title: 'Begun' });
      const bid = bidOf(await place(test, solver, begun.id));
      await put(test, seeker, bid._id, 'accept');

      const person = { _id: solver.user.id, name: 'Diego', image: null };
      expect((await own()).problems).toMatchObject([
        { title: 'Begun', status: 'in-progress', pendingBids: 0, work: { step: 'accepted', person, dueAt: expect.any(String) } },
        { title: 'Waiting', status: 'open', pendingBids: 1, newBids: 1, openQuestions: 1, work: null },
      ]);
    });

    it('are counted by state, and listed by it', async () => {
      for (const status of ['open', 'open', 'solved', 'closed'] as const)
        await addProblem(test, seeker, { title: status, status, createdAt: new Date() });
      await addProblem(test, solver);
      const counts = { all: 4, open: 2, 'in-progress': 0, solved: 1, closed: 1 };
      expect(await own()).toMatchObject({ counts, total: 4, totalPages: 1 });
      expect(await own('?status=open&limit=1&page=2')).toMatchObject({
        problems: [{ title: 'open' }],
        counts,
        total: 2,
        page: 2,
        totalPages: 2,
      });
      expect(await own('?status=in-progress')).toMatchObject({ problems: [], counts, total: 0, totalPages: 1 });
      expect((await test.ask('GET', '/api/problems/user?status=lost', { as: seeker })).body['errors']).toEqual({
        status: 'There is no such status',
      });
    });

    it("are nobody else's to see so: of others there are the cards, by their state", async () => {
      await place(test, solver, (await addProblem(test, seeker, { title: 'An open one' })).id);
      await addProblem(test, seeker, { title: 'A solved one', status: 'solved' });
      for (const as of [solver, seeker, undefined]) {
        const { body } = await test.ask('GET', `/api/problems/user?userId=${seeker.user.id}&status=open`, { as });
        expect(body).toMatchObject({ problems: [{ title: 'An open one', bidCount: 1 }], total: 1 });
        expect(body).not.toHaveProperty('counts');
        expect(body).not.toHaveProperty('problems.0.newBids');
      }
    });

    it('are as few statements however many there are', async () => {
      const count = countStatements(test.db);
      const asked = () => count(() => own());
      await addProblem(test, seeker);
      const few = await asked();
      for (let number = 0; number < 9; number += 1) await addProblem(test, seeker);
      // The page, its counts, and who asks.
      expect(few).toHaveLength(3);
      expect(await asked()).toHaveLength(3);
    });
  });
});
