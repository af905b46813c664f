import { eq } from 'drizzle-orm';
import type { Problem, TimelineResponse, OwnProblemsResponse } from '@solvent/contracts';
import { agreements, personReviews, problemEvents, users } from '../../../schema/index.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUp, setUpEach } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { buildProblem } from '../../../testing/problems.ts';
import { addBid, addProblem, getBid, goodBid, MISSING_ID, placeBid, putBid } from '../../../testing/bids.ts';
import { addAgreement } from '../../../testing/solved-problems.ts';
import { createDiscussionClient } from '../../../testing/discussion.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { recordStatements } from '../../../testing/statements.ts';

const test = setUpTestApp();

describe('detail (product 3.7, 7.4)', () => {
  let solver: TestCaller;
  let rejected: TestCaller;
  const poster = setUp(() => test.signedIn('seeker', { name: 'Maya' }));
  beforeAll(async () => {
    solver = await test.signedIn('solver', { name: 'Liam' });
    rejected = await test.signedIn('solver', { name: 'Noor' });
  });

  async function detail(id: string, as?: TestCaller): Promise<Problem> {
    const { body } = await test.request('GET', `/api/problems/${id}`, { as });
    // The response schema allows no other type.
    return body['problem'] as Problem;
  }

  const add = (given: Parameters<typeof buildProblem>[2] = {}) => buildProblem(test.db, poster.user.id, given);

  /** A problem that Liam solved. */
  async function solved(daysAgo: number): Promise<string> {
    const { id } = await add({ status: 'solved', solvedAt: new Date(Date.now() - daysAgo * DAY_MS) });
    await addBid(test, id, solver.user.id, 'accepted');
    await addBid(test, id, rejected.user.id, 'rejected');
    await addAgreement(test, id, new Date(Date.now() - daysAgo * DAY_MS));
    return id;
  }

  async function rate(problemId: string, author: TestCaller, subject: TestCaller, visibleFrom: Date) {
    const review = { rating: 4, text: `By ${author.user.name}`, createdAt: new Date(), visibleFrom };
    await test.db.insert(personReviews).values({ ...review, problemId, authorId: author.user.id, subjectId: subject.user.id });
  }

  it('has the record of its poster, without taken-down problems; none of a deleted account (product 2.57)', async () => {
    const { user } = await test.signedIn('seeker', { name: 'Olga' });
    const post = (given: Parameters<typeof buildProblem>[2]) => buildProblem(test.db, user.id, given);
    await post({ status: 'solved' });
    await post({ status: 'in-progress' });
    await post({ status: 'solved', takenDownAt: new Date() });
    const { id } = await post({});
    const createdAt = new Date('2026-03-04T10:00:00.000Z');
    await test.db.update(users).set({ createdAt }).where(eq(users.id, user.id));
    const record = { memberSince: createdAt.toISOString(), problemsPosted: 3, hired: 2, replyMinutes: null };
    expect((await detail(id)).posterRecord).toEqual(record);
    await test.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, user.id));
    expect((await detail(id)).posterRecord).toBeNull();
  });

  describe('the bids on a problem’s page', () => {
    it('are the latest own one for bidders, the accepted one for its parties, and none for others', async () => {
      const { id } = await add({ status: 'in-progress' });
      await addBid(test, id, solver.user.id, 'withdrawn', new Date(Date.now() - DAY_MS));
      await addBid(test, id, solver.user.id, 'accepted');
      await addBid(test, id, rejected.user.id, 'rejected');
      const accepted = { status: 'accepted', solver: { name: 'Liam' }, amount: goodBid.amount };
      expect(await detail(id, poster)).toMatchObject({ myBid: null, acceptedBid: accepted });
      expect(await detail(id, solver)).toMatchObject({ myBid: accepted, acceptedBid: accepted });
      expect(await detail(id, rejected)).toMatchObject({ myBid: { status: 'rejected' }, acceptedBid: null });
      for (const as of [await test.signedIn('solver'), undefined])
        expect(await detail(id, as)).toMatchObject({ myBid: null, acceptedBid: null });
    });
  });

  describe('the timeline', () => {
    it('combines repeated events of one user', async () => {
      const { id } = await add();
      for (let flip = 0; flip < 30; flip += 1) {
        const status = flip % 2 === 0 ? 'closed' : 'open';
        expect((await test.request('PUT', `/api/problems/${id}/status`, { as: poster, payload: { status } })).status).toBe(200);
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

    it('is paged, latest first', async () => {
      const { id, createdAt } = await add();
      const at = (day: number) => new Date(createdAt.getTime() + day * DAY_MS);
      const people = [solver, rejected];
      const entries = Array.from({ length: 50 }, (_, day) => ({
        problemId: id,
        event: day === 0 ? ('posted' as const) : ('bid_accepted' as const),
        personId: people[day % 2]?.user.id ?? '',
        at: at(day),
      }));
      await test.db.insert(problemEvents).values(entries);
      let page: TimelineResponse = await detail(id);
      const lengths = [page.timeline.length];
      const seen = page.timeline.map((entry) => entry.at);
      while (page.hasEarlierEvents) {
        const { body } = await test.request('GET', `/api/problems/${id}/timeline?before=${page.timeline[0]?._id}`);
        // The response schema allows no other type.
        page = body as unknown as TimelineResponse;
        lengths.push(page.timeline.length);
        seen.unshift(...page.timeline.map((entry) => entry.at));
      }
      expect(lengths).toEqual([20, 20, 10]);
      expect(seen).toEqual(entries.map((entry) => entry.at.toISOString()));
    });

    it('rejects unknown problems and invalid ids, and is empty before an unknown entry', async () => {
      const { id } = await add();
      expect((await test.request('GET', `/api/problems/${MISSING_ID}/timeline`)).status).toBe(404);
      expect((await test.request('GET', `/api/problems/${id}/timeline?before=elsewhere`)).status).toBe(422);
      const { status, body } = await test.request('GET', `/api/problems/${id}/timeline?before=${MISSING_ID}`);
      expect([status, body['timeline'], body['hasEarlierEvents']]).toEqual([200, [], false]);
    });
  });

  describe('the reviews of a solved problem', () => {
    it('can be written by both parties for fourteen days after the work is solved', async () => {
      const id = await solved(13);
      const until = (await detail(id, poster)).reviewUntil;
      expect(Math.round((new Date(until ?? 0).getTime() - Date.now()) / DAY_MS)).toBe(1);
      expect(await detail(id, solver)).toMatchObject({ reviewUntil: until, reviewSubject: { name: 'Maya' } });
      for (const as of [rejected, undefined]) expect((await detail(id, as)).reviewUntil).toBeNull();
      expect((await detail(await solved(15), poster)).reviewUntil).toBeNull();
      const begun = await add({ status: 'in-progress' });
      await addBid(test, begun.id, solver.user.id, 'accepted');
      expect(await detail(begun.id, poster)).toMatchObject({ reviews: [], reviewUntil: null, reviewSubject: null });
    });

    it('are visible to their author only until publication, and then count for the rating', async () => {
      const id = await solved(1);
      const before = (await detail(id)).posterRating;
      await rate(id, solver, poster, new Date(Date.now() + DAY_MS));
      const own = { text: 'By Liam', rating: 4 };
      expect(await detail(id, solver)).toMatchObject({ reviews: [own], reviewUntil: null });
      for (const as of [poster, rejected, undefined])
        expect(await detail(id, as)).toMatchObject({ reviews: [], posterRating: before });
      expect((await detail(id, poster)).reviewUntil).not.toBeNull();
      await test.db.update(personReviews).set({ visibleFrom: new Date() }).where(eq(personReviews.problemId, id));
      await rate(id, poster, solver, new Date());
      expect(await detail(id)).toMatchObject({
        reviews: [
          { author: { name: 'Liam' }, subject: { name: 'Maya' }, text: 'By Liam' },
          { author: { name: 'Maya' }, subject: { name: 'Liam' }, text: 'By Maya' },
        ],
        posterRating: { rating: 4, ratingCount: before.ratingCount + 1 },
      });
    });
  });
});

describe('own problems (product 2.50, 3.31)', () => {
  let solver: TestCaller;
  const seeker = setUpEach(() => test.signedIn('seeker'));
  beforeEach(async () => {
    solver = await test.signedIn('solver', { name: 'Diego' });
  });

  async function own(query = ''): Promise<OwnProblemsResponse> {
    const { status, body } = await test.request('GET', `/api/problems/user${query}`, { as: seeker });
    expect(status).toBe(200);
    // The response schema allows no other type.
    return body as unknown as OwnProblemsResponse;
  }

  it('show pending bids, open questions and the progress of the work', async () => {
    const waiting = await addProblem(test, seeker, { title: 'Waiting' });
    await placeBid(test, solver, waiting.id);
    await createDiscussionClient(test, waiting.id).addComment(solver, 'Which version?');
    const begun = await addProblem(test, seeker, { title: 'Begun' });
    const bid = getBid(await placeBid(test, solver, begun.id));
    await putBid(test, seeker, bid._id, 'accept');

    const person = { _id: solver.user.id, name: 'Diego', image: null };
    const work = { step: 'accepted', person, dueAt: expect.any(String) };
    const agreedAmount = bid.amount;
    expect((await own()).problems).toMatchObject([
      { title: 'Begun', status: 'in-progress', pendingBids: 0, work, agreedAmount },
      { title: 'Waiting', status: 'open', pendingBids: 1, newBids: 1, openQuestions: 1, work: null, agreedAmount: null },
    ]);
    // The agreed amount stays after payment; after parting there is none.
    const ended = (status: 'solved' | 'ended') =>
      test.db
        .update(agreements)
        .set({ status, solvedAt: new Date(0) })
        .where(eq(agreements.problemId, begun.id));
    await ended('solved');
    expect((await own()).problems[0]).toMatchObject({ work: null, agreedAmount });
    await ended('ended');
    expect((await own()).problems[0]).toMatchObject({ work: null, agreedAmount: null });
  });

  it('are counted and filtered by status, latest first, including closed ones', async () => {
    for (const status of ['open', 'open', 'solved', 'closed'] as const) await addProblem(test, seeker, { title: status, status });
    await addProblem(test, solver);
    const counts = { all: 4, open: 2, 'in-progress': 0, solved: 1, closed: 1 };
    const problems = ['closed', 'solved', 'open', 'open'].map((title) => ({ title }));
    expect(await own()).toMatchObject({ problems, counts, total: 4, page: 1, totalPages: 1 });
    // The page, its counts, and the caller's session.
    expect(await recordStatements(test.db)(() => own())).toHaveLength(3);
    const second = { problems: [{ title: 'open' }], counts, total: 2, page: 2, totalPages: 2 };
    expect(await own('?status=open&limit=1&page=2')).toMatchObject(second);
    expect(await own('?status=in-progress')).toMatchObject({ problems: [], counts, total: 0, totalPages: 1 });
    expect((await test.request('GET', '/api/problems/user?status=lost', { as: seeker })).status).toBe(422);
    // Without a session, `userId` is required.
    expect((await test.request('GET', '/api/problems/user')).status).toBe(401);
  });

  it('are cards without counts if requested by `userId`, with closed ones for their poster only', async () => {
    await placeBid(test, solver, (await addProblem(test, seeker, { title: 'An open one' })).id);
    await addProblem(test, seeker, { title: 'A solved one', status: 'solved' });
    await addProblem(test, seeker, { title: 'A closed one', status: 'closed' });
    for (const as of [solver, seeker, undefined]) {
      const read = async (query: string) =>
        (await test.request('GET', `/api/problems/user?userId=${seeker.user.id}${query}`, { as })).body;
      const body = await read('&status=open');
      expect(body).toMatchObject({ problems: [{ title: 'An open one', bidCount: 1 }], total: 1 });
      expect(body).not.toHaveProperty('counts');
      expect(body).not.toHaveProperty('problems.0.newBids');
      const closed = as === seeker ? [{ title: 'A closed one' }] : [];
      expect((await read(''))['problems']).toMatchObject([...closed, { title: 'A solved one' }, { title: 'An open one' }]);
    }
  });
});
