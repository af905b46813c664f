import { eq } from 'drizzle-orm';
import type { Message } from '@solvent/contracts';
import { conversations, messages, participants } from './schema.ts';
import { signIn } from '../../testing/factories.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestAnswer, TestApp } from '../../testing/test-app.ts';
import { addBidOn, addProblemOf, pair, send, sendAll, seenBy } from '../../testing/chat.ts';
import type { Pair } from '../../testing/chat.ts';
import { heard, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('callers (product 6.6, 6.9)', () => {
  const MISSING_ID = '00000000-0000-7000-8000-000000000000';

  let id: string;
  let callers: Record<string, TestCaller | undefined>;
  beforeAll(async () => {
    const poster = await test.signedIn('seeker');
    const problem = await addProblemOf(test, poster);
    const bidder = await test.signedIn('solver');
    await addBidOn(test, bidder, problem.id);
    const talk = await pair(test, problem.id, { seeker: poster });
    ({ id } = talk);
    await sendAll(test, poster, id, ['Between the two of us']);
    callers = {
      nobody: undefined,
      'another seeker': await test.signedIn('seeker'),
      'another solver': await test.signedIn('solver'),
      'another bidder on the same problem': bidder,
      'the poster': poster,
      'the solver': talk.solver,
    };
  });

  type Call = (as: TestCaller | undefined, conversation: string) => Promise<TestAnswer>;
  const CALLS: Record<string, Call> = {
    'GET /chat/conversations/:id': (as, of) => test.ask('GET', `/api/chat/conversations/${of}`, { as }),
    'PUT /chat/conversations/:id/read': (as, of) => test.ask('PUT', `/api/chat/conversations/${of}/read`, { as }),
    'GET /chat/messages/:id': (as, of) => test.ask('GET', `/api/chat/messages/${of}`, { as }),
    'POST /chat/messages': (as, of) => send(test, as, { conversationId: of }),
  };
  const STRANGERS = ['another seeker', 'another solver', 'another bidder on the same problem'];

  const stored = async () => ({
    conversation: await test.db.select().from(conversations).where(eq(conversations.id, id)),
    places: await test.db.select().from(participants).where(eq(participants.conversationId, id)).orderBy(participants.userId),
    messages: await test.db.select().from(messages).where(eq(messages.conversationId, id)),
  });

  /** The status that each caller gets; who may and what comes then is in the tests of each call. */
  const ROWS = Object.keys(CALLS).flatMap((call) => [
    { call, caller: 'nobody', status: 401 },
    ...STRANGERS.map((caller) => ({ call, caller, status: 404 })),
  ]);

  describe('the calls on a conversation', () => {
    it.each(ROWS)('$call by $caller is $status, and changes nothing', async ({ call, caller, status }) => {
      const before = await stored();
      const answer = await CALLS[call]?.(callers[caller], id);
      expect(answer?.status).toBe(status);
      expect(JSON.stringify(answer?.body)).not.toContain('Between');
      expect(await stored()).toEqual(before);
    });

    it.each(Object.keys(CALLS))('%s says of a foreign one what it says of one that is not there', async (call) => {
      for (const caller of ['another solver', 'the poster']) {
        const missing = await CALLS[call]?.(callers[caller], MISSING_ID);
        expect(missing).toMatchObject({
          status: 404,
          body: { code: 'not_found', message: 'This conversation does not exist.' },
        });
      }
      const foreign = await CALLS[call]?.(callers['another solver'], id);
      expect(foreign?.body).toMatchObject({ code: 'not_found', message: 'This conversation does not exist.' });
    });

    it.each(Object.keys(CALLS))('%s is for both participants', async (call) => {
      for (const caller of ['the poster', 'the solver'])
        expect((await CALLS[call]?.(callers[caller], id))?.status).toBeLessThan(300);
    });
  });

  describe('GET /chat/conversations', () => {
    it.each([
      ['another seeker', 0],
      ['another bidder on the same problem', 0],
      ['the poster', 1],
      ['the solver', 1],
    ])('shows %s their own alone: %d', async (caller, count) => {
      const { body } = await test.ask('GET', '/api/chat/conversations', { as: callers[caller] });
      expect(body['conversations']).toHaveLength(count);
    });
  });
});

describe('reading (product 4.8, 7.7)', () => {
  let sockets: TestSockets;
  let talk: Pair;
  beforeAll(async () => {
    sockets = await openTestSockets(test);
  });
  beforeEach(async () => {
    talk = await pair(test);
  });
  afterEach(() => sockets.disconnectAll());

  const read = (as: TestCaller | undefined, payload?: object, id = talk.id) =>
    test.ask('PUT', `/api/chat/conversations/${id}/read`, { as, ...(payload ? { payload } : {}) });

  async function unreadNews(as: TestCaller): Promise<unknown> {
    return (await test.ask('GET', '/api/notifications', { as })).body['unreadCount'];
  }

  describe('PUT /api/chat/conversations/:id/read', () => {
    it('reads up to the latest message, without a body as with one', async () => {
      const { seeker, solver, id } = talk;
      await sendAll(test, seeker, id, ['One', 'Two']);
      expect(await read(solver)).toMatchObject({ status: 200, body: { readSeq: 2, unreadCount: 0 } });
      await sendAll(test, seeker, id, ['Three', 'Four']);
      expect((await read(solver, { seq: 3 })).body).toMatchObject({ readSeq: 3, unreadCount: 1 });
      expect((await read(solver, {})).body).toMatchObject({ readSeq: 4, unreadCount: 0 });
    });

    it('never goes back, and never past the latest message', async () => {
      const { seeker, solver, id } = talk;
      await sendAll(test, seeker, id, ['One', 'Two', 'Three']);
      expect((await read(solver, { seq: 99 })).body).toMatchObject({ readSeq: 3, unreadCount: 0 });
      expect((await read(solver, { seq: 1 })).body).toMatchObject({ readSeq: 3, unreadCount: 0 });
      expect((await read(solver, { seq: 0 })).body).toMatchObject({ readSeq: 3 });
      await sendAll(test, seeker, id, ['Four']);
      expect(await seenBy(test, solver, id)).toMatchObject({ unreadCount: 1, participants: [{ readSeq: 3 }, { readSeq: 0 }] });
    });

    it('stays at the highest of many at once', async () => {
      const { seeker, solver, id } = talk;
      await sendAll(test, seeker, id, Array.from({ length: 10 }, String));
      const places = [3, 10, 1, 7, 9, 2, 8, 5];
      await Promise.all(places.map((seq) => read(solver, { seq })));
      expect((await seenBy(test, solver, id)).participants[0]).toMatchObject({ readSeq: 10 });
    });

    it('counts the other one’s messages alone, where own ones lie between', async () => {
      const { seeker, solver, id } = talk;
      await sendAll(test, seeker, id, ['One']);
      await sendAll(test, solver, id, ['Own', 'Own']);
      await sendAll(test, seeker, id, ['Four', 'Five']);
      expect((await seenBy(test, solver, id)).unreadCount).toBe(3);
      expect((await seenBy(test, seeker, id)).unreadCount).toBe(2);
      expect((await read(solver, { seq: 2 })).body).toMatchObject({ readSeq: 2, unreadCount: 2 });
    });

    it('shows the sender who has read what', async () => {
      const { seeker, solver, id } = talk;
      await sendAll(test, seeker, id, ['One', 'Two']);
      await sendAll(test, solver, id, ['Three']);
      await read(solver, { seq: 1 });
      const { body } = await test.ask('GET', `/api/chat/messages/${id}`, { as: seeker });
      // The answer's schema lets nothing else out.
      expect((body['messages'] as Message[]).map(({ readBy }) => readBy)).toEqual([[solver.user.id], [], []]);
    });

    it('tells both in every tab, once it moved', async () => {
      const { seeker, solver, id } = talk;
      await sendAll(test, seeker, id, ['One']);
      const tabs = [await sockets.connected(seeker), await sockets.connected(solver)];
      tabs.push(await sockets.connected(await signIn(test.db, solver.user)));
      const all = Promise.all(tabs.map((tab) => heard(tab, 'read')));
      await read(solver);
      const position = { conversationId: id, userId: solver.user.id, seq: 1 };
      expect(await all).toEqual([position, position, position]);
    });

    it('says nothing where it did not move', async () => {
      const { seeker, solver, id } = talk;
      await sendAll(test, seeker, id, ['One']);
      await read(solver);
      const tab = await sockets.connected(seeker);
      const next = heard(tab, 'read');
      await read(solver, { seq: 0 });
      await sendAll(test, seeker, id, ['Two']);
      await read(solver);
      expect(await next).toMatchObject({ seq: 2 });
    });

    it('reads the conversation’s notification once nothing is unread, and no other one, and says so', async () => {
      const { seeker, solver, id } = talk;
      const other = await pair(test, null, { solver });
      await sendAll(test, other.seeker, other.id, ['Elsewhere']);
      await sendAll(test, seeker, id, ['One', 'Two']);
      await read(solver, { seq: 1 });
      expect(await unreadNews(solver)).toBe(2);
      const { body } = await test.ask('GET', '/api/notifications', { as: solver });
      const tab = await sockets.connected(solver);
      const said = heard(tab, 'notifications_read');
      await read(solver, { seq: 2 });
      const [told] = body['notifications'] as { _id: string }[];
      expect(await said).toEqual({ ids: [told?._id], unreadCount: 1 });
      expect(await unreadNews(solver)).toBe(1);
    });
  });
});

describe('empty conversations (product 4.26)', () => {
  it('an empty conversation is in the list of who opened it alone, until somebody writes', async () => {
    const listed = async (as: TestCaller) =>
      ((await test.ask('GET', '/api/chat/conversations', { as })).body['conversations'] as { _id: string }[]).map(
        ({ _id }) => _id,
      );
    const openFor = (as: TestCaller, other: TestCaller) =>
      test.ask('POST', '/api/chat/conversations', { as, payload: { userId: other.user.id } });
    const [one, other] = [await test.signedIn('solver'), await test.signedIn('solver')];
    const { body } = await openFor(one, other);
    const { _id } = body['conversation'] as { _id: string };
    expect(await listed(one)).toEqual([_id]);
    expect(await listed(other)).toEqual([]);
    expect((await test.ask('GET', `/api/chat/conversations/${_id}`, { as: other })).status).toBe(200);
    expect((await openFor(one, other)).status).toBe(200);
    expect(await listed(other)).toEqual([]);
    await sendAll(test, one, _id, ['Hello']);
    expect(await listed(other)).toEqual([_id]);

    const third = await test.signedIn('solver');
    const again = (await openFor(one, third)).body['conversation'] as { _id: string };
    await openFor(third, one);
    expect(await listed(third)).toEqual([again._id]);
    expect(await listed(one)).toContain(again._id);
    expect(await test.db.$count(conversations, eq(conversations.openedBy, one.user.id))).toBe(1);
  });
});
