import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Bid, Conversation, BidFacts } from '@solvent/contracts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import {
  addBid,
  addProblem,
  getBid,
  conflictResponse,
  goodBid,
  placeBid,
  problemWithBids,
  putBid,
  readProblemState,
} from '../../../testing/bids.ts';
import { problems } from '../schema.ts';
import { messages } from '../../messaging/schema.ts';
import { createConversation } from '../../../testing/chat.ts';
import { countStatements } from '../../../testing/statements.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('deciding on bids (product 4.11, 7.6)', () => {
  /** What somebody was told last. */
  async function newsOf(as: TestCaller): Promise<unknown> {
    const { body } = await test.request('GET', '/api/notifications', { as });
    // The answer's schema lets nothing else out.
    return (body['notifications'] as unknown[])[0];
  }

  /** The one conversation that somebody has about a problem. */
  async function talkOf(as: TestCaller | undefined, problemId: string): Promise<Conversation> {
    const { body } = await test.request('GET', '/api/chat/conversations', { as });
    // The answer's schema lets nothing else out.
    const [talk, ...more] = (body['conversations'] as Conversation[]).filter(({ problem }) => problem?._id === problemId);
    if (talk === undefined || more.length > 0) throw new Error(`${more.length + 1} conversations, or none`);
    return talk;
  }

  describe('PUT /api/bids/:id/accept', () => {
    it('accepts it, rejects the others, and tells each', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 4);
      await putBid(test, solvers[3], bids[3]?._id ?? '', 'withdraw');
      const bid = getBid(await putBid(test, poster, bids[1]?._id ?? '', 'accept'));
      expect(bid).toMatchObject({ _id: bids[1]?._id, status: 'accepted', solver: { _id: solvers[1]?.user.id } });
      const now = await readProblemState(test, problem.id);
      expect(now.bids.map(({ status }) => status)).toEqual(['rejected', 'accepted', 'rejected', 'withdrawn']);
      expect(now.problem).toMatchObject({ status: 'in-progress', bidCount: 3 });
      expect(now.events).toMatchObject([{ event: 'bid_accepted', personId: solvers[1]?.user.id }]);

      const { _id: conversationId } = await talkOf(solvers[1], problem.id);
      const accepted = {
        type: 'bid_accepted',
        title: 'Bid accepted',
        message: `${poster.user.name} accepted your bid of $120 on "${problem.title}"`,
        data: { problemId: problem.id, conversationId },
      };
      const rejected = {
        type: 'bid_rejected',
        title: 'Bid not chosen',
        message: `${poster.user.name} chose another bid on "${problem.title}"`,
        data: { problemId: problem.id },
      };
      expect(await Promise.all(solvers.map(newsOf))).toMatchObject([rejected, accepted, rejected, undefined]);
    });

    it('opens the conversation of poster and solver, and finds one that they have', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
      const payload = { problemId: problem.id, userId: poster.user.id };
      const { body } = await test.request('POST', '/api/chat/conversations', { as: solvers[0], payload });
      await putBid(test, poster, bids[0]?._id ?? '', 'accept');
      for (const as of [solvers[0], poster])
        expect((await talkOf(as, problem.id))._id).toBe((body['conversation'] as Conversation)._id);
    });

    it('says why a bid cannot be accepted: it was decided, another one was, or the problem is closed', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 4);
      const [first = '', second = '', third = '', fourth = ''] = bids.map(({ _id }) => _id);
      await putBid(test, solvers[0], first, 'withdraw');
      await putBid(test, poster, second, 'reject');
      expect(await putBid(test, poster, first, 'accept')).toMatchObject(conflictResponse('This bid was withdrawn.'));
      expect(await putBid(test, poster, second, 'accept')).toMatchObject(conflictResponse('This bid was rejected.'));
      await test.db.update(problems).set({ status: 'closed' }).where(eq(problems.id, problem.id));
      const closed = 'This problem is not open for bids any more.';
      expect(await putBid(test, poster, third, 'accept')).toMatchObject(conflictResponse(closed));
      await test.db.update(problems).set({ status: 'open' }).where(eq(problems.id, problem.id));
      await putBid(test, poster, third, 'accept');
      expect(await putBid(test, poster, third, 'accept')).toMatchObject(conflictResponse('This bid was accepted.'));
      expect(await putBid(test, poster, fourth, 'accept')).toMatchObject(conflictResponse('Another bid was accepted meanwhile.'));
    });

    it('accepts no other terms than were read: a bid that was edited while it was compared', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
      const [id = ''] = bids.map(({ _id }) => _id);
      const read = { amount: goodBid.amount, estimatedDays: goodBid.estimatedDays };
      await putBid(test, solvers[0], id, '', { ...goodBid, amount: 9000, estimatedDays: 1 });
      const sentence = 'This bid was changed meanwhile: it is $9,000 in 1 day now. Accept it if that is fine, too.';
      for (const one of [read, { amount: read.amount }, { estimatedDays: read.estimatedDays }])
        expect(await putBid(test, poster, id, 'accept', one)).toMatchObject(conflictResponse(sentence));
      expect(await readProblemState(test, problem.id)).toMatchObject({ problem: { status: 'open' }, events: [] });
      expect(getBid(await putBid(test, poster, id, 'accept', { amount: 9000, estimatedDays: 1 })).status).toBe('accepted');
      expect(await newsOf(solvers[0] ?? poster)).toMatchObject({
        message: `${poster.user.name} accepted your bid of $9,000 on "${problem.title}"`,
      });
    });

    it('accepts one of 100: each of the others is told, and the poster reads them all', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
      const others = await Promise.all(Array.from({ length: 99 }, () => test.user({ role: 'solver' })));
      await Promise.all(others.map(({ id }) => addBid(test, problem.id, id, 'pending')));
      await test.db.update(problems).set({ bidCount: 100 }).where(eq(problems.id, problem.id));
      const { body } = await test.request('GET', `/api/bids?problemId=${problem.id}`, { as: poster });
      expect([body['count'], (body['bids'] as Bid[]).length]).toEqual([100, 100]);
      // The problem is locked meanwhile: one statement for whose bid was accepted, and one for all others.
      await test.db.execute(
        sql.raw(`CREATE TABLE stored_news (at timestamptz DEFAULT clock_timestamp());
          CREATE FUNCTION count_news() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO stored_news DEFAULT VALUES; RETURN NULL; END $$;
          CREATE TRIGGER counting AFTER INSERT ON notifications FOR EACH STATEMENT EXECUTE FUNCTION count_news()`),
      );
      expect(getBid(await putBid(test, poster, bids[0]?._id ?? '', 'accept')).status).toBe('accepted');
      const { rows } = await test.db.execute(sql`SELECT at FROM stored_news`);
      await test.db.execute(sql.raw('DROP FUNCTION count_news CASCADE; DROP TABLE stored_news'));
      expect(rows).toHaveLength(2);
      const now = await readProblemState(test, problem.id);
      expect([now.having('accepted').length, now.having('rejected').length]).toEqual([1, 99]);
      const told = (type: string) => now.notifications.filter((one) => one.type === type).map(({ userId }) => userId);
      expect(told('bid_accepted')).toEqual([solvers[0]?.user.id]);
      expect(new Set(told('bid_rejected'))).toEqual(new Set(others.map(({ id }) => id)));
    });

    it.each([
      ['accept', 'bid_accepted'],
      ['accept', 'bid_rejected'],
      ['reject', 'bid_rejected'],
    ])('to %s leaves all as it was where %s cannot be told', async (call, type) => {
      const { poster, problem, bids } = await problemWithBids(test, 2);
      const before = await readProblemState(test, problem.id);
      // The database refuses notifications of this type.
      await test.db.execute(sql.raw(`ALTER TABLE notifications ADD CONSTRAINT no_news CHECK (type <> '${type}') NOT VALID`));
      const { status } = await putBid(test, poster, bids[0]?._id ?? '', call);
      await test.db.execute(sql`ALTER TABLE notifications DROP CONSTRAINT no_news`);
      expect(status).toBe(500);
      expect(await readProblemState(test, problem.id)).toEqual({ ...before, having: expect.any(Function) });
    });
  });

  describe('PUT /api/bids/:id/reject', () => {
    it('rejects it with a reason, and tells the solver, who may bid once more; the others still wait', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
      const answer = await putBid(test, poster, bids[0]?._id ?? '', 'reject', {
        reason: '  Too dear for us ',
        status: 'accepted',
      });
      expect(getBid(answer)).toMatchObject({ status: 'rejected', reason: 'Too dear for us' });
      const now = await readProblemState(test, problem.id);
      expect(now.bids.map(({ status }) => status)).toEqual(['rejected', 'pending']);
      expect(now).toMatchObject({ problem: { status: 'open', bidCount: 2 }, counted: 2, events: [] });
      const message = `${poster.user.name} declined your bid of $120 on "${problem.title}"`;
      const told = { type: 'bid_rejected', message, data: { problemId: problem.id } };
      expect(await newsOf(solvers[0] ?? poster)).toMatchObject(told);
      expect((await placeBid(test, solvers[0] ?? poster, problem.id)).status).toBe(201);
    });

    it.each([undefined, {}, { reason: '   ' }])('needs no reason: %j', async (payload) => {
      const { poster, bids } = await problemWithBids(test, 1);
      expect(getBid(await putBid(test, poster, bids[0]?._id ?? '', 'reject', payload)).reason).toBeNull();
    });
  });
});

describe('facts about bidders, which help to choose (product 2.20, 2.53)', () => {
  type Weighed = Bid & { facts?: BidFacts };
  const ask = (problemId: string, as?: TestCaller) => test.request('GET', `/api/bids?problemId=${problemId}`, { as });
  /** The answer's schema lets nothing else out. */
  const bidsOf = async (problemId: string, as?: TestCaller) => (await ask(problemId, as)).body['bids'] as Weighed[];
  const factsOf = async (problemId: string, as: TestCaller) => (await bidsOf(problemId, as)).map(({ facts }) => facts);

  /** A talk about nothing: who says something, and after how many minutes. */
  async function talk(seeker: TestCaller, solver: TestCaller, said: [who: 'seeker' | 'solver', minute: number][]) {
    const { id } = await createConversation(test, null, { seeker, solver });
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

  it('count the problems that the solver solved, for whomever', async () => {
    const { poster, problem, solvers } = await problemWithBids(test, 2);
    for (const [status, bid] of [
      ['solved', 'accepted'],
      ['solved', 'accepted'],
      ['in-progress', 'accepted'],
      ['solved', 'rejected'],
    ] as const) {
      const { id } = await addProblem(test, await test.signedIn('seeker'), { status });
      await addBid(test, id, solvers[0]?.user.id ?? '', bid);
    }
    expect((await factsOf(problem.id, poster)).map((facts) => facts?.solvedCount)).toEqual([0, 2]);
  });

  it('name the areas that the tags or the category ask for', async () => {
    const poster = await test.signedIn('seeker');
    const problem = await addProblem(test, poster, { tags: ['Node.js', 'react'], category: 'devops' });
    const areas = ['React', 'Nodejs', 'Deployment', 'Go', 'Reactor'];
    await placeBid(test, await test.signedIn('solver', { expertiseAreas: areas }), problem.id);
    expect((await factsOf(problem.id, poster))[0]?.matchingAreas).toEqual(['React', 'Nodejs', 'Deployment']);
  });

  it('say how long the solver usually takes to answer: the median from the first message that waited', async () => {
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

  it('are for the poster alone, as is the shortlist, which changes nothing of a bid', async () => {
    const { poster, problem, solvers, bids: placed } = await problemWithBids(test, 2);
    const [first = '', second = ''] = placed.map(({ _id }) => _id);
    const shortlist = (shortlisted: boolean) => putBid(test, poster, first, 'shortlist', { shortlisted });
    const before = (await bidsOf(problem.id, poster)).map(({ updatedAt }) => updatedAt);
    // One statement, however many bids there are; that they were looked at, one more.
    const statements = await countStatements(test.db)(() => ask(problem.id, poster));
    expect(statements.filter((text) => /from "(?:bids|users|problems)"/i.test(text))).toHaveLength(4);
    expect(getBid(await shortlist(true))).toMatchObject({ _id: first, status: 'pending' });
    expect((await bidsOf(problem.id, solvers[0]))[0]).not.toHaveProperty('facts');
    const after = await bidsOf(problem.id, poster);
    expect(after).toMatchObject([
      { _id: second, facts: { shortlisted: false } },
      { _id: first, facts: { shortlisted: true } },
    ]);
    expect(after.map(({ updatedAt }) => updatedAt)).toEqual(before);
    await shortlist(false);
    expect((await factsOf(problem.id, poster)).map((facts) => facts?.shortlisted)).toEqual([false, false]);
  });
});
