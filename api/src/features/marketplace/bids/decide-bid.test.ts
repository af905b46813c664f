import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Bid, Conversation, BidFacts } from '@solvent/contracts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { bidOf, goodBid, place, problemWithBids, put, stored, addProblem } from '../../../testing/bids.ts';
import { bids as allBids, problems } from '../schema.ts';
import { messages } from '../../messaging/schema.ts';
import { pair } from '../../../testing/chat.ts';
import { countStatements } from '../../../testing/statements.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('deciding on bids (product 4.11, 7.6)', () => {
  const conflict = (message: string) => ({ status: 409, body: { code: 'conflict', message } });

  /** What somebody was told last. */
  async function newsOf(as: TestCaller): Promise<unknown> {
    const { body } = await test.ask('GET', '/api/notifications', { as });
    return Array.isArray(body['notifications']) ? body['notifications'][0] : undefined;
  }

  /** The one conversation that somebody has about a problem. */
  async function talkOf(as: TestCaller | undefined, problemId: string): Promise<Conversation> {
    const { body } = await test.ask('GET', '/api/chat/conversations', { as });
    // The answer's schema lets nothing else out.
    const [talk, ...more] = (body['conversations'] as Conversation[]).filter(({ problem }) => problem?._id === problemId);
    if (talk === undefined || more.length > 0) throw new Error(`${more.length + 1} conversations, or none`);
    return talk;
  }

  /** Lets the database refuse notifications of a type. */
  async function withoutNews(type: 'bid_accepted' | 'bid_rejected', act: () => Promise<void>): Promise<void> {
    await test.db.execute(sql.raw(`ALTER TABLE notifications ADD CONSTRAINT no_news CHECK (type <> '${type}') NOT VALID`));
    await act().finally(() => test.db.execute(sql`ALTER TABLE notifications DROP CONSTRAINT no_news`));
  }

  describe('PUT /api/bids/:id/accept', () => {
    it('accepts it, rejects the others, and tells each', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 4);
      await put(test, solvers[3], bids[3]?._id ?? '', 'withdraw');
      const bid = bidOf(await put(test, poster, bids[1]?._id ?? '', 'accept'));
      expect(bid).toMatchObject({ _id: bids[1]?._id, status: 'accepted', solver: { _id: solvers[1]?.user.id } });
      const now = await stored(test, problem.id);
      expect(now.bids.map(({ status }) => status)).toEqual(['rejected', 'accepted', 'rejected', 'withdrawn']);
      expect(now.problem).toMatchObject({ status: 'in-progress', bidCount: 3 });
      expect(now.events).toMatchObject([{ event: 'bid_accepted', personId: solvers[1]?.user.id }]);

      const about = { data: { problemId: problem.id } };
      const [name, { title }] = [poster.user.name, problem];
      const accepted = `${name} accepted your bid of $120 on "${title}"`;
      const rejected = {
        ...about,
        type: 'bid_rejected',
        title: 'Bid not chosen',
        message: `${name} chose another bid on "${title}"`,
      };
      const news = await Promise.all(solvers.map(newsOf));
      const { _id: conversationId } = await talkOf(solvers[1], problem.id);
      const data = { problemId: problem.id, conversationId };
      expect(news[1]).toMatchObject({ data, type: 'bid_accepted', title: 'Bid accepted', message: accepted });
      expect([news[0], news[2]]).toMatchObject([rejected, rejected]);
      expect(news[3]).toBeUndefined();
    });

    it('opens the conversation of poster and solver, and finds one that they have', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
      const payload = { problemId: problem.id, userId: poster.user.id };
      const opened = await test.ask('POST', '/api/chat/conversations', { as: solvers[0], payload });
      await put(test, poster, bids[0]?._id ?? '', 'accept');
      expect(await talkOf(solvers[0], problem.id)).toMatchObject({ _id: (opened.body['conversation'] as Conversation)._id });
      expect(await talkOf(poster, problem.id)).toMatchObject({ _id: (opened.body['conversation'] as Conversation)._id });
    });

    it('says what happened to a bid that was decided', async () => {
      const { poster, solvers, bids } = await problemWithBids(test, 4);
      const [first = '', second = '', third = '', fourth = ''] = bids.map(({ _id }) => _id);
      await put(test, solvers[0], first, 'withdraw');
      await put(test, poster, second, 'reject');
      expect(await put(test, poster, first, 'accept')).toMatchObject(conflict('This bid was withdrawn.'));
      expect(await put(test, poster, second, 'accept')).toMatchObject(conflict('This bid was rejected.'));
      await put(test, poster, third, 'accept');
      expect(await put(test, poster, third, 'accept')).toMatchObject(conflict('This bid was accepted.'));
      expect(await put(test, poster, fourth, 'accept')).toMatchObject(conflict('Another bid was accepted meanwhile.'));
    });

    it('accepts no other terms than were read: a bid that was edited while it was compared', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
      const [id = ''] = bids.map(({ _id }) => _id);
      const read = { amount: goodBid.amount, estimatedDays: goodBid.estimatedDays };
      await put(test, solvers[0], id, '', { ...goodBid, amount: 9000, estimatedDays: 1 });
      const sentence = 'This bid was changed meanwhile: it is $9,000 in 1 day now. Accept it if that is fine, too.';
      for (const one of [read, { amount: read.amount }, { estimatedDays: read.estimatedDays }])
        expect(await put(test, poster, id, 'accept', one)).toMatchObject(conflict(sentence));
      expect(await stored(test, problem.id)).toMatchObject({ problem: { status: 'open' }, events: [] });
      expect(bidOf(await put(test, poster, id, 'accept', { amount: 9000, estimatedDays: 1 })).status).toBe('accepted');
      expect(await newsOf(solvers[0] ?? poster)).toMatchObject({
        message: `${poster.user.name} accepted your bid of $9,000 on "${problem.title}"`,
      });
    });

    it('accepts one of 100: each of the others is told, and the poster reads them all', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
      const others = await Promise.all(Array.from({ length: 99 }, () => test.user({ role: 'solver' })));
      const at = new Date();
      const rows = others.map(({ id }) => ({ ...goodBid, problemId: problem.id, solverId: id, createdAt: at, updatedAt: at }));
      await test.db.insert(allBids).values(rows);
      await test.db.update(problems).set({ bidCount: 100 }).where(eq(problems.id, problem.id));
      const { body } = await test.ask('GET', `/api/bids?problemId=${problem.id}`, { as: poster });
      expect([body['count'], (body['bids'] as Bid[]).length]).toEqual([100, 100]);
      expect(bidOf(await put(test, poster, bids[0]?._id ?? '', 'accept')).status).toBe('accepted');
      const now = await stored(test, problem.id);
      expect([now.having('accepted').length, now.having('rejected').length]).toEqual([1, 99]);
      const told = (type: string) => now.told.filter((one) => one.type === type).map(({ userId }) => userId);
      expect(told('bid_accepted')).toEqual([solvers[0]?.user.id]);
      expect(new Set(told('bid_rejected'))).toEqual(new Set(others.map(({ id }) => id)));
    });

    it('accepts none of a closed problem', async () => {
      const { poster, problem, bids } = await problemWithBids(test, 1);
      await test.db.execute(sql`UPDATE problems SET status = 'closed' WHERE id = ${problem.id}`);
      const message = 'This problem is not open for bids any more.';
      expect(await put(test, poster, bids[0]?._id ?? '', 'accept')).toMatchObject(conflict(message));
    });

    it.each(['bid_accepted', 'bid_rejected'] as const)('leaves all as it was where %s cannot be told', async (type) => {
      const { poster, problem, bids } = await problemWithBids(test, 2);
      const before = await stored(test, problem.id);
      await withoutNews(type, async () => {
        expect((await put(test, poster, bids[0]?._id ?? '', 'accept')).status).toBe(500);
      });
      expect(await stored(test, problem.id)).toEqual({ ...before, having: expect.any(Function) });
    });
  });

  describe('PUT /api/bids/:id/reject', () => {
    it('rejects it with a reason, and tells the solver; the others still wait', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
      const answer = await put(test, poster, bids[0]?._id ?? '', 'reject', { reason: '  Too dear for us ', status: 'accepted' });
      expect(bidOf(answer)).toMatchObject({ status: 'rejected', reason: 'Too dear for us' });
      const now = await stored(test, problem.id);
      expect(now.bids.map(({ status }) => status)).toEqual(['rejected', 'pending']);
      expect(now).toMatchObject({ problem: { status: 'open', bidCount: 2 }, counted: 2, events: [] });
      const message = `${poster.user.name} declined your bid of $120 on "${problem.title}"`;
      expect(await newsOf(solvers[0] ?? poster)).toMatchObject({
        type: 'bid_rejected',
        message,
        data: { problemId: problem.id },
      });
    });

    it.each([undefined, {}, { reason: '' }, { reason: '   ' }])('needs no reason: %j', async (payload) => {
      const { poster, bids } = await problemWithBids(test, 1);
      expect(bidOf(await put(test, poster, bids[0]?._id ?? '', 'reject', payload)).reason).toBeNull();
    });

    it('lets the solver bid once more', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
      await put(test, poster, bids[0]?._id ?? '', 'reject');
      expect((await place(test, solvers[0] ?? poster, problem.id)).status).toBe(201);
    });

    it('leaves all as it was where the solver cannot be told', async () => {
      const { poster, problem, bids } = await problemWithBids(test, 1);
      await withoutNews('bid_rejected', async () => {
        expect((await put(test, poster, bids[0]?._id ?? '', 'reject')).status).toBe(500);
      });
      expect((await stored(test, problem.id)).having('pending')).toHaveLength(1);
    });
  });
});

describe('facts about bidders (product 2.20, 2.53)', () => {
  type Weighed = Bid & { facts?: BidFacts };
  const ask = (problemId: string, as?: TestCaller) => test.ask('GET', `/api/bids?problemId=${problemId}`, { as });
  /** The answer's schema lets nothing else out. */
  const bidsOf = async (problemId: string, as?: TestCaller) => (await ask(problemId, as)).body['bids'] as Weighed[];
  const factsOf = async (problemId: string, as: TestCaller) => (await bidsOf(problemId, as)).map(({ facts }) => facts);

  /** A talk about nothing: who says something, and after how many minutes. */
  async function talk(seeker: TestCaller, solver: TestCaller, said: [who: 'seeker' | 'solver', minute: number][]) {
    const { id } = await pair(test, null, { seeker, solver });
    const start = Date.now() - 86_400_000;
    await test.db.insert(messages).values(
      said.map(([who, minute], index) => ({
        conversationId: id,
        seq: index + 1,
        senderId: (who === 'seeker' ? seeker : solver).user.id,
        clientId: randomUUID(),
        content: 'Hello',
        createdAt: new Date(start + minute * 60_000),
      })),
    );
  }

  describe('what helps to choose between bids', () => {
    it('is for the poster alone', async () => {
      const { poster, problem, solvers } = await problemWithBids(test, 2);
      expect(await factsOf(problem.id, poster)).toEqual([1, 2].map(() => expect.objectContaining({ shortlisted: false })));
      expect((await bidsOf(problem.id, solvers[0]))[0]).not.toHaveProperty('facts');
      expect(await bidsOf(problem.id)).toEqual([]);
    });

    it('counts the problems that the solver solved, for whomever', async () => {
      const { poster, problem, solvers } = await problemWithBids(test, 2);
      const when = { createdAt: new Date(), updatedAt: new Date() };
      for (const [status, bid] of [
        ['solved', 'accepted'],
        ['solved', 'accepted'],
        ['in-progress', 'accepted'],
        ['solved', 'rejected'],
      ] as const) {
        const { id } = await addProblem(test, await test.signedIn('seeker'), { status });
        const offer = { amount: 50, message: 'x', estimatedDays: 1, status: bid, ...when };
        await test.db.insert(allBids).values({ problemId: id, solverId: solvers[0]?.user.id ?? '', ...offer });
      }
      expect((await factsOf(problem.id, poster)).map((facts) => facts?.solvedCount)).toEqual([0, 2]);
    });

    it('names the areas that the tags or the category ask for', async () => {
      const poster = await test.signedIn('seeker');
      const problem = await addProblem(test, poster, { tags: ['Node.js', 'react'], category: 'devops' });
      const areas = ['React', 'Nodejs', 'Deployment', 'Go', 'Reactor'];
      await place(test, await test.signedIn('solver', { expertiseAreas: areas }), problem.id);
      expect((await factsOf(problem.id, poster))[0]?.matchingAreas).toEqual(['React', 'Nodejs', 'Deployment']);
    });

    it('says how long the solver usually takes to answer: the median from the first message that waited', async () => {
      const { poster, problem, solvers } = await problemWithBids(test, 1);
      const [solver] = solvers;
      if (solver === undefined) throw new Error('Nobody bid');
      const minutes = async () => (await factsOf(problem.id, poster))[0]?.replyMinutes;
      await talk(poster, solver, [
        ['solver', 0],
        ['seeker', 10],
        ['seeker', 15],
        ['solver', 30],
        ['solver', 31],
        ['seeker', 40],
        ['solver', 45],
      ]);
      expect(await minutes()).toBeNull();
      await talk(await test.signedIn('seeker'), solver, [
        ['seeker', 100],
        ['solver', 700],
      ]);
      // 20, 5 and 600 minutes.
      expect(await minutes()).toBe(20);
    });

    it('costs one statement, however many bids there are; that they were looked at, one more', async () => {
      const { poster, problem } = await problemWithBids(test, 12);
      const statements = await countStatements(test.db)(() => ask(problem.id, poster));
      const asked = statements.filter((text) => /from "(?:bids|users|problems)"/i.test(text));
      expect(asked).toHaveLength(4);
    });
  });

  describe('PUT /api/bids/:id/shortlist', () => {
    it('is the poster’s own note, which changes nothing of the bid and is not told', async () => {
      const { poster, problem, bids: placed } = await problemWithBids(test, 2);
      const [first, second] = placed;
      const before = (await bidsOf(problem.id, poster)).map(({ updatedAt }) => updatedAt);
      expect(bidOf(await put(test, poster, first?._id ?? '', 'shortlist', { shortlisted: true }))).toMatchObject({
        _id: first?._id,
        status: 'pending',
      });
      const after = await bidsOf(problem.id, poster);
      expect(after.map(({ _id, facts }) => [_id, facts?.shortlisted])).toEqual([
        [second?._id, false],
        [first?._id, true],
      ]);
      expect(after.map(({ updatedAt }) => updatedAt)).toEqual(before);
      await put(test, poster, first?._id ?? '', 'shortlist', { shortlisted: false });
      expect((await factsOf(problem.id, poster)).map((facts) => facts?.shortlisted)).toEqual([false, false]);
    });
  });
});
