import { eq } from 'drizzle-orm';
import type { Conversation, Message } from '@solvent/contracts';
import { conversationMarks, conversations, messages, participants } from '../../schema/index.ts';
import { signIn } from '../../testing/factories.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { addBid, addProblem, MISSING_ID } from '../../testing/bids.ts';
import { getField } from '../../testing/get-field.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import type { TestResponse } from '../../testing/test-app.ts';
import { getConversation, postConversation, createConversation, send, sendAll, fetchConversation } from '../../testing/chat.ts';
import { received, setUpTestSockets } from '../../testing/sockets.ts';
import { setUpEach } from '../../testing/set-up.ts';

const test = setUpTestApp();

describe('callers (product 6.6, 6.9)', () => {
  let id: string;
  let callers: Record<string, TestCaller>;
  beforeAll(async () => {
    const poster = await test.signedIn('seeker');
    const problem = await addProblem(test, poster);
    const bidder = await test.signedIn('solver');
    await addBid(test, problem.id, bidder.user.id, 'pending');
    const chat = await createConversation(test, problem.id, { seeker: poster });
    ({ id } = chat);
    await sendAll(test, poster, id, ['Between the two of us']);
    callers = {
      'another seeker': await test.signedIn('seeker'),
      'another solver': await test.signedIn('solver'),
      'another bidder on the same problem': bidder,
      'the poster': poster,
      'the solver': chat.solver,
    };
  });

  type Call = (as: TestCaller | undefined, conversation: string) => Promise<TestResponse>;
  const CALLS: Record<string, Call> = {
    'GET /chat/conversations/:id': (as, of) => test.request('GET', `/api/chat/conversations/${of}`, { as }),
    'PUT /chat/conversations/:id/read': (as, of) => test.request('PUT', `/api/chat/conversations/${of}/read`, { as }),
    'PUT /chat/conversations/:id/marks': (as, of) =>
      test.request('PUT', `/api/chat/conversations/${of}/marks`, { as, payload: { pinned: true } }),
    'GET /chat/messages/:id': (as, of) => test.request('GET', `/api/chat/messages/${of}`, { as }),
    'POST /chat/messages': (as, of) => send(test, as, { conversationId: of }),
  };
  const OUTSIDERS = ['another seeker', 'another solver', 'another bidder on the same problem'];

  const stored = async () => ({
    conversation: await test.db.select().from(conversations).where(eq(conversations.id, id)),
    participants: await test.db
      .select()
      .from(participants)
      .where(eq(participants.conversationId, id))
      .orderBy(participants.userId),
    messages: await test.db.select().from(messages).where(eq(messages.conversationId, id)),
    marks: await test.db.select().from(conversationMarks),
  });

  it.each(Object.entries(CALLS))(
    '%s is for both participants, and 404 without a change for everyone else',
    async (_name, call) => {
      const before = await stored();
      const missing = { status: 404, body: { status: false, code: 'not_found', message: 'This conversation does not exist.' } };
      for (const caller of OUTSIDERS)
        for (const conversation of [id, MISSING_ID])
          expect([caller, await call(callers[caller], conversation)]).toMatchObject([caller, missing]);
      expect(await stored()).toEqual(before);
      expect(await call(callers['the poster'], MISSING_ID)).toMatchObject(missing);
      for (const caller of ['the poster', 'the solver']) expect((await call(callers[caller], id)).status).toBeLessThan(300);
    },
  );

  it('GET /chat/conversations lists only the caller’s', async () => {
    for (const [caller, as] of Object.entries(callers)) {
      const { body } = await test.request('GET', '/api/chat/conversations', { as });
      expect([caller, body['conversations']]).toMatchObject([caller, { length: OUTSIDERS.includes(caller) ? 0 : 1 }]);
    }
  });
});

describe('reading (product 4.8, 7.7)', () => {
  const sockets = setUpTestSockets(test);
  const chat = setUpEach(() => createConversation(test));

  const read = (as: TestCaller, payload?: object) =>
    test.request('PUT', `/api/chat/conversations/${chat.id}/read`, { as, ...(payload && { payload }) });

  const countUnreadNotifications = async (as: TestCaller): Promise<number> =>
    getField(await test.request('GET', '/api/notifications', { as }), 'unreadCount');

  describe('PUT /api/chat/conversations/:id/read', () => {
    it('reads up to the given or the latest message, and never moves back', async () => {
      const { seeker, solver, id } = chat;
      await sendAll(test, seeker, id, ['One', 'Two']);
      expect(await read(solver)).toMatchObject({ status: 200, body: { readSeq: 2, unreadCount: 0 } });
      await sendAll(test, seeker, id, ['Three', 'Four']);
      expect((await read(solver, { seq: 3 })).body).toMatchObject({ readSeq: 3, unreadCount: 1 });
      for (const seq of [0, 1]) expect((await read(solver, { seq })).body).toMatchObject({ readSeq: 3, unreadCount: 1 });
      expect((await read(solver, {})).body).toMatchObject({ readSeq: 4, unreadCount: 0 });
      expect((await read(solver, { seq: 99 })).body).toMatchObject({ readSeq: 4, unreadCount: 0 });
      await sendAll(test, seeker, id, ['Five']);
      expect(await fetchConversation(test, solver, id)).toMatchObject({
        unreadCount: 1,
        participants: [{ readSeq: 4 }, { readSeq: 0 }],
      });
    });

    it('keeps the highest of concurrent positions', async () => {
      const { seeker, solver, id } = chat;
      await sendAll(test, seeker, id, Array.from({ length: 10 }, String));
      const positions = [3, 10, 1, 7, 9, 2, 8, 5];
      await Promise.all(positions.map((seq) => read(solver, { seq })));
      expect((await fetchConversation(test, solver, id)).participants[0]).toMatchObject({ readSeq: 10 });
    });

    it('counts only the other person’s messages as unread', async () => {
      const { seeker, solver, id } = chat;
      await sendAll(test, seeker, id, ['One']);
      await sendAll(test, solver, id, ['Own', 'Own']);
      await sendAll(test, seeker, id, ['Four', 'Five']);
      expect((await fetchConversation(test, solver, id)).unreadCount).toBe(3);
      expect((await fetchConversation(test, seeker, id)).unreadCount).toBe(2);
      expect((await read(solver, { seq: 2 })).body).toMatchObject({ readSeq: 2, unreadCount: 2 });
    });

    it('shows the sender which messages were read', async () => {
      const { seeker, solver, id } = chat;
      await sendAll(test, seeker, id, ['One', 'Two']);
      await sendAll(test, solver, id, ['Three']);
      await read(solver, { seq: 1 });
      const { body } = await test.request('GET', `/api/chat/messages/${id}`, { as: seeker });
      expect((body['messages'] as Message[]).map(({ readBy }) => readBy)).toEqual([[solver.user.id], [], []]);
    });

    it('emits to every tab of both participants, but only if the position moves', async () => {
      const { seeker, solver, id } = chat;
      await sendAll(test, seeker, id, ['One']);
      const tabs = [await sockets.connectAs(seeker), await sockets.connectAs(solver)];
      tabs.push(await sockets.connectAs(await signIn(test.db, solver.user)));
      const all = Promise.all(tabs.map((tab) => received(tab, 'read')));
      await read(solver);
      const position = { conversationId: id, userId: solver.user.id, seq: 1 };
      expect(await all).toEqual([position, position, position]);
      const next = Promise.all(tabs.map((tab) => received(tab, 'read')));
      await read(solver, { seq: 0 });
      await sendAll(test, seeker, id, ['Two']);
      await read(solver);
      expect(await next).toMatchObject([{ seq: 2 }, { seq: 2 }, { seq: 2 }]);
    });

    it('reads only the conversation’s notification once nothing is unread, and emits that', async () => {
      const { seeker, solver, id } = chat;
      const other = await createConversation(test, null, { solver });
      await sendAll(test, other.seeker, other.id, ['Elsewhere']);
      await sendAll(test, seeker, id, ['One', 'Two']);
      await read(solver, { seq: 1 });
      expect(await countUnreadNotifications(solver)).toBe(2);
      const { body } = await test.request('GET', '/api/notifications', { as: solver });
      const tab = await sockets.connectAs(solver);
      const event = received(tab, 'notifications_read');
      await read(solver, { seq: 2 });
      const [notification] = body['notifications'] as { _id: string }[];
      expect(await event).toEqual({ ids: [notification?._id], unreadCount: 1 });
      expect(await countUnreadNotifications(solver)).toBe(1);
    });
  });
});

describe('empty conversations (product 4.26)', () => {
  it('are listed only for the person who opened them until they have a message', async () => {
    const listed = async (as: TestCaller) => {
      const { body } = await test.request('GET', '/api/chat/conversations', { as });
      return (body['conversations'] as Conversation[]).map(({ _id }) => _id);
    };
    const openFor = async (as: TestCaller, other: TestCaller) =>
      getConversation(await postConversation(test, as, { userId: other.user.id }))._id;
    const [one, other, third] = [await test.signedIn('solver'), await test.signedIn('solver'), await test.signedIn('solver')];
    const id = await openFor(one, other);
    expect([await listed(one), await listed(other)]).toEqual([[id], []]);
    expect((await fetchConversation(test, other, id))._id).toBe(id);
    await openFor(one, other);
    expect(await listed(other)).toEqual([]);
    await sendAll(test, one, id, ['Hello']);
    expect(await listed(other)).toEqual([id]);

    const again = await openFor(one, third);
    await openFor(third, one);
    expect(await listed(third)).toEqual([again]);
    expect(await listed(one)).toContain(again);
    expect(await test.db.$count(conversations, eq(conversations.openedBy, one.user.id))).toBe(1);
  });
});
