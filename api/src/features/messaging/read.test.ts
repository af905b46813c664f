import type { Message } from '@solvent/contracts';
import { heard, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';
import { signIn } from '../../testing/factories.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { pair, seenBy, sendAll } from '../../testing/chat.ts';
import type { Pair } from '../../testing/chat.ts';

let test: TestApp;
let sockets: TestSockets;
let talk: Pair;
beforeAll(async () => {
  test = await createTestApp();
  sockets = await openTestSockets(test);
});
beforeEach(async () => {
  talk = await pair(test);
});
afterEach(() => sockets.disconnectAll());
afterAll(() => test.close());

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

  it.each([
    [{ seq: -1 }, 'Places count from 0'],
    [{ seq: 1.5 }, 'A place in a conversation is a whole number'],
    [{ seq: 'last' }, 'This value has the wrong form'],
  ])('refuses %j', async (payload, message) => {
    expect(await read(talk.solver, payload)).toMatchObject({ status: 422, body: { errors: { seq: message } } });
  });

  it('is 404 for a stranger, who changes nothing', async () => {
    await sendAll(test, talk.seeker, talk.id, ['One']);
    expect((await read(await test.signedIn('solver'))).status).toBe(404);
    expect((await read(talk.solver, {}, '00000000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await read(undefined)).status).toBe(401);
    expect((await seenBy(test, talk.solver, talk.id)).unreadCount).toBe(1);
  });
});
