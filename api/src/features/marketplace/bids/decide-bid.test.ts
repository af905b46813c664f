import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Bid, Conversation, BidFacts } from '@solvent/contracts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
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
import { messages, problems } from '../../../schema/index.ts';
import { createConversation } from '../../../testing/chat.ts';
import { recordStatements } from '../../../testing/statements.ts';

const test = setUpTestApp();

describe('deciding on bids (product 4.11, 7.6)', () => {
  async function fetchLatestNotification(as: TestCaller): Promise<unknown> {
    const { body } = await test.request('GET', '/api/notifications', { as });
    // Guaranteed by the response schema.
    return (body['notifications'] as unknown[])[0];
  }

  async function fetchConversation(as: TestCaller | undefined, problemId: string): Promise<Conversation> {
    const { body } = await test.request('GET', '/api/chat/conversations', { as });
    // Guaranteed by the response schema.
    const [conversation, ...more] = (body['conversations'] as Conversation[]).filter(({ problem }) => problem?._id === problemId);
    if (conversation === undefined || more.length > 0) throw new Error('Expected exactly one conversation');
    return conversation;
  }

  describe('PUT /api/bids/:id/accept', () => {
    it('accepts the bid, rejects the others, and notifies each solver', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 4);
      await putBid(test, solvers[3], bids[3]?._id ?? '', 'withdraw');
      const bid = getBid(await putBid(test, poster, bids[1]?._id ?? '', 'accept'));
      expect(bid).toMatchObject({ _id: bids[1]?._id, status: 'accepted', solver: { _id: solvers[1]?.user.id } });
      const state = await readProblemState(test, problem.id);
      expect(state.bids.map(({ status }) => status)).toEqual(['rejected', 'accepted', 'rejected', 'withdrawn']);
      expect(state.problem).toMatchObject({ status: 'in-progress', bidCount: 3 });
      expect(state.events).toMatchObject([{ event: 'bid_accepted', personId: solvers[1]?.user.id }]);

      const { _id: conversationId } = await fetchConversation(solvers[1], problem.id);
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
      expect(await Promise.all(solvers.map(fetchLatestNotification))).toMatchObject([rejected, accepted, rejected, undefined]);
    });

    it('reuses an existing conversation of poster and solver', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
      const payload = { problemId: problem.id, userId: poster.user.id };
      const { body } = await test.request('POST', '/api/chat/conversations', { as: solvers[0], payload });
      await putBid(test, poster, bids[0]?._id ?? '', 'accept');
      for (const as of [solvers[0], poster])
        expect((await fetchConversation(as, problem.id))._id).toBe((body['conversation'] as Conversation)._id);
    });

    it('explains why a bid cannot be accepted', async () => {
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

    it('refuses a bid whose terms changed after the poster read them', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
      const [id = ''] = bids.map(({ _id }) => _id);
      const read = { amount: goodBid.amount, estimatedDays: goodBid.estimatedDays };
      await putBid(test, solvers[0], id, '', { ...goodBid, amount: 9000, estimatedDays: 1 });
      const message = 'This bid was changed meanwhile: it is $9,000 in 1 day now. Accept it if that is fine, too.';
      for (const terms of [read, { amount: read.amount }, { estimatedDays: read.estimatedDays }])
        expect(await putBid(test, poster, id, 'accept', terms)).toMatchObject(conflictResponse(message));
      expect(await readProblemState(test, problem.id)).toMatchObject({ problem: { status: 'open' }, events: [] });
      expect(getBid(await putBid(test, poster, id, 'accept', { amount: 9000, estimatedDays: 1 })).status).toBe('accepted');
      expect(await fetchLatestNotification(solvers[0] ?? poster)).toMatchObject({
        message: `${poster.user.name} accepted your bid of $9,000 on "${problem.title}"`,
      });
    });

    it('accepts one of 100 bids, and notifies the other solvers in one statement', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 1);
      const others = await Promise.all(Array.from({ length: 99 }, () => test.user({ role: 'solver' })));
      await Promise.all(others.map(({ id }) => addBid(test, problem.id, id, 'pending')));
      await test.db.update(problems).set({ bidCount: 100 }).where(eq(problems.id, problem.id));
      const { body } = await test.request('GET', `/api/bids?problemId=${problem.id}`, { as: poster });
      expect([body['count'], (body['bids'] as Bid[]).length]).toEqual([100, 100]);
      // Two statements while the problem is locked: for the accepted solver, and for all others.
      await test.db.execute(
        sql.raw(`CREATE TABLE stored_notifications (at timestamptz DEFAULT clock_timestamp());
          CREATE FUNCTION count_notifications() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO stored_notifications DEFAULT VALUES; RETURN NULL; END $$;
          CREATE TRIGGER counting AFTER INSERT ON notifications FOR EACH STATEMENT EXECUTE FUNCTION count_notifications()`),
      );
      expect(getBid(await putBid(test, poster, bids[0]?._id ?? '', 'accept')).status).toBe('accepted');
      const { rows } = await test.db.execute(sql`SELECT at FROM stored_notifications`);
      await test.db.execute(sql.raw('DROP FUNCTION count_notifications CASCADE; DROP TABLE stored_notifications'));
      expect(rows).toHaveLength(2);
      const state = await readProblemState(test, problem.id);
      expect([state.having('accepted').length, state.having('rejected').length]).toEqual([1, 99]);
      const getRecipients = (name: string) => state.notifications.filter(({ type }) => type === name).map(({ userId }) => userId);
      expect(getRecipients('bid_accepted')).toEqual([solvers[0]?.user.id]);
      expect(new Set(getRecipients('bid_rejected'))).toEqual(new Set(others.map(({ id }) => id)));
    });

    it.each([
      ['accept', 'bid_accepted'],
      ['accept', 'bid_rejected'],
      ['reject', 'bid_rejected'],
    ])('%s changes nothing if the notification %s cannot be stored', async (call, type) => {
      const { poster, problem, bids } = await problemWithBids(test, 2);
      const before = await readProblemState(test, problem.id);
      // The database refuses notifications of this type.
      await test.db.execute(
        sql.raw(`ALTER TABLE notifications ADD CONSTRAINT no_notifications CHECK (type <> '${type}') NOT VALID`),
      );
      const { status } = await putBid(test, poster, bids[0]?._id ?? '', call);
      await test.db.execute(sql`ALTER TABLE notifications DROP CONSTRAINT no_notifications`);
      expect(status).toBe(500);
      expect(await readProblemState(test, problem.id)).toEqual({ ...before, having: expect.any(Function) });
    });
  });

  describe('PUT /api/bids/:id/reject', () => {
    it('rejects the bid with a reason, notifies the solver, and allows another bid', async () => {
      const { poster, problem, solvers, bids } = await problemWithBids(test, 2);
      const response = await putBid(test, poster, bids[0]?._id ?? '', 'reject', {
        reason: '  Too dear for us ',
        status: 'accepted',
      });
      expect(getBid(response)).toMatchObject({ status: 'rejected', reason: 'Too dear for us' });
      const state = await readProblemState(test, problem.id);
      expect(state.bids.map(({ status }) => status)).toEqual(['rejected', 'pending']);
      expect(state).toMatchObject({ problem: { status: 'open', bidCount: 2 }, counted: 2, events: [] });
      const message = `${poster.user.name} declined your bid of $120 on "${problem.title}"`;
      const notification = { type: 'bid_rejected', message, data: { problemId: problem.id } };
      expect(await fetchLatestNotification(solvers[0] ?? poster)).toMatchObject(notification);
      expect((await placeBid(test, solvers[0] ?? poster, problem.id)).status).toBe(201);
    });

    it.each([undefined, {}, { reason: '   ' }])('needs no reason: %j', async (payload) => {
      const { poster, bids } = await problemWithBids(test, 1);
      expect(getBid(await putBid(test, poster, bids[0]?._id ?? '', 'reject', payload)).reason).toBeNull();
    });
  });
});

describe('facts about bidders (product 2.20, 2.53)', () => {
  type BidWithFacts = Bid & { facts?: BidFacts };
  const requestBids = (problemId: string, as?: TestCaller) => test.request('GET', `/api/bids?problemId=${problemId}`, { as });
  // Guaranteed by the response schema.
  const fetchBids = async (problemId: string, as?: TestCaller) =>
    (await requestBids(problemId, as)).body['bids'] as BidWithFacts[];
  const fetchFacts = async (problemId: string, as: TestCaller) => (await fetchBids(problemId, as)).map(({ facts }) => facts);

  /** Stores a conversation: the sender and minute of each message. */
  async function addConversation(seeker: TestCaller, solver: TestCaller, sent: [sender: 'seeker' | 'solver', minute: number][]) {
    const { id } = await createConversation(test, null, { seeker, solver });
    const start = Date.now() - 86_400_000;
    await test.db.insert(messages).values(
      sent.map(([sender, minute], index) => ({
        conversationId: id,
        seq: index + 1,
        senderId: (sender === 'seeker' ? seeker : solver).user.id,
        clientId: randomUUID(),
        content: 'Hello',
        createdAt: new Date(start + minute * 60_000),
      })),
    );
  }

  it('count the problems that the solver solved, for any poster', async () => {
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
    expect((await fetchFacts(problem.id, poster)).map((facts) => facts?.solvedCount)).toEqual([0, 2]);
  });

  it('list the areas that match the tags or the category', async () => {
    const poster = await test.signedIn('seeker');
    const problem = await addProblem(test, poster, { tags: ['Node.js', 'react'], category: 'devops' });
    const areas = ['React', 'Nodejs', 'Deployment', 'Go', 'Reactor'];
    await placeBid(test, await test.signedIn('solver', { expertiseAreas: areas }), problem.id);
    expect((await fetchFacts(problem.id, poster))[0]?.matchingAreas).toEqual(['React', 'Nodejs', 'Deployment']);
  });

  it('contain the median reply time, from the first unanswered message', async () => {
    const { poster, problem, solvers } = await problemWithBids(test, 1);
    const [solver] = solvers;
    if (solver === undefined) throw new Error('No solver placed a bid');
    const minutes = async () => (await fetchFacts(problem.id, poster))[0]?.replyMinutes;
    await addConversation(poster, solver, [
      ['solver', 0],
      ['seeker', 10],
      ['seeker', 15],
      ['solver', 30],
      ['solver', 31],
      ['seeker', 40],
      ['solver', 45],
    ]);
    expect(await minutes()).toBeNull();
    await addConversation(await test.signedIn('seeker'), solver, [
      ['seeker', 100],
      ['solver', 700],
    ]);
    // 20, 5 and 600 minutes.
    expect(await minutes()).toBe(20);
  });

  it('are only for the poster, like the shortlist, which does not change bids', async () => {
    const { poster, problem, solvers, bids: placed } = await problemWithBids(test, 2);
    const [first = '', second = ''] = placed.map(({ _id }) => _id);
    const shortlist = (shortlisted: boolean) => putBid(test, poster, first, 'shortlist', { shortlisted });
    const before = (await fetchBids(problem.id, poster)).map(({ updatedAt }) => updatedAt);
    // Independent of the number of bids, and including the one that records the view.
    const statements = await recordStatements(test.db)(() => requestBids(problem.id, poster));
    expect(statements.filter((text) => /from "(?:bids|users|problems)"/i.test(text))).toHaveLength(4);
    expect(getBid(await shortlist(true))).toMatchObject({ _id: first, status: 'pending' });
    expect((await fetchBids(problem.id, solvers[0]))[0]).not.toHaveProperty('facts');
    const after = await fetchBids(problem.id, poster);
    expect(after).toMatchObject([
      { _id: second, facts: { shortlisted: false } },
      { _id: first, facts: { shortlisted: true } },
    ]);
    expect(after.map(({ updatedAt }) => updatedAt)).toEqual(before);
    await shortlist(false);
    expect((await fetchFacts(problem.id, poster)).map((facts) => facts?.shortlisted)).toEqual([false, false]);
  });
});
