import { eq } from 'drizzle-orm';
import type { Conversation } from '@solvent/contracts';
import { conversationMarks } from '../../schema/index.ts';
import { createConversation, deleteAccount, getConversation, sendAll } from '../../testing/chat.ts';
import type { ConversationFixture } from '../../testing/chat.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { openTestSockets, received, recordEvents } from '../../testing/sockets.ts';
import { setUpEach } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';

const test = setUpTestApp();
/** Conversations of the viewer, the latest first; each has one unread message. */
let chats: ConversationFixture[];
const viewer = setUpEach(() => test.signedIn('seeker'));
beforeEach(async () => {
  chats = [];
  for (let number = 0; number < 3; number += 1) {
    const chat = await createConversation(test, null, { seeker: viewer });
    await sendAll(test, chat.solver, chat.id, ['One']);
    chats.unshift(chat);
  }
});

function at(index: number): ConversationFixture {
  const chat = chats[index];
  if (!chat) throw new Error(`No conversation ${index}.`);
  return chat;
}
const mark = (index: number, payload: object, as = viewer) =>
  test.request('PUT', `/api/chat/conversations/${at(index).id}/marks`, { as, payload });
const read = (index: number) => test.request('PUT', `/api/chat/conversations/${at(index).id}/read`, { as: viewer, payload: {} });
const message = (index: number) => sendAll(test, at(index).solver, at(index).id, ['More']);

/** Listed conversations by their index in `chats`, and the number of unread ones. */
async function list(query = '', as = viewer) {
  const { body } = await test.request('GET', `/api/chat/conversations${query}`, { as });
  const listed = body['conversations'] as Conversation[];
  return [listed.map(({ _id }) => chats.findIndex(({ id }) => id === _id)), body['unreadCount']];
}
async function fetchNotified(as: TestCaller) {
  const { body } = await test.request('GET', '/api/notifications', { as });
  return [(body['notifications'] as unknown[]).length, body['unreadCount']];
}

describe('PUT /api/chat/conversations/:id/marks (product 4.36)', () => {
  it('changes only the given marks, for the caller alone, and repeats change nothing', async () => {
    const marks = { pinned: true, muted: true, markedUnread: true };
    await Promise.all([
      mark(2, { pinned: true }),
      mark(2, { muted: true }),
      mark(2, { markedUnread: true }),
      mark(2, { pinned: true }),
    ]);
    const none = { pinned: false, muted: false, archived: false, markedUnread: false };
    expect(getConversation(await mark(2, { pinned: false }, at(2).solver))).toMatchObject(none);
    const response = await mark(2, {});
    expect(response.status).toBe(200);
    expect(getConversation(response)).toMatchObject({ ...marks, archived: false, participants: [{ readSeq: 0 }, {}] });
    expect(await test.db.$count(conversationMarks, eq(conversationMarks.userId, viewer.user.id))).toBe(1);
    expect(await mark(2, { seq: -1, pinned: 'maybe' })).toMatchObject({ status: 422 });
  });

  it('reaches the caller’s other devices', async () => {
    const sockets = await openTestSockets(test);
    const event = received(await sockets.connectAs(viewer), 'conversation_marked');
    await mark(0, { pinned: true });
    const marks = { pinned: true, muted: false, archived: false, markedUnread: false };
    expect(await event).toEqual({ conversationId: at(0).id, ...marks });
    sockets.disconnectAll();
  });

  it('pins on top, also below a newer message', async () => {
    await mark(2, { pinned: true });
    expect(await list()).toEqual([[2, 0, 1], 3]);
    await message(1);
    expect(await list('?limit=2')).toEqual([[2, 1], 3]);
  });

  it('counts a conversation that was marked unread until it is read', async () => {
    for (const index of [0, 1, 2]) await read(index);
    await mark(1, { markedUnread: true });
    expect(await list('?filter=unread')).toEqual([[1], 1]);
    await read(1);
    expect(await list('?filter=unread')).toEqual([[], 0]);
  });

  it('archives until a message that the caller has not archived', async () => {
    await mark(0, { archived: true });
    expect(await list()).toEqual([[1, 2], 2]);
    expect(await list('?filter=archived')).toEqual([[0], 2]);
    expect(await list('?filter=unread')).toEqual([[1, 2], 2]);
    expect((await list(`?search=${encodeURIComponent(at(0).solver.user.name)}`))[0]).toContain(0);
    await message(0);
    expect(await list()).toEqual([[0, 1, 2], 3]);
    // Another device archives without having received the message.
    expect(getConversation(await mark(0, { archived: true, seq: 1 })).archived).toBe(false);
    expect(getConversation(await mark(0, { archived: true, seq: 99 })).archived).toBe(true);
    await message(0);
    expect(getConversation(await mark(0, {})).archived).toBe(false);
    await mark(0, { archived: true });
    expect(getConversation(await mark(0, { archived: false })).archived).toBe(false);
  });

  it('keeps a muted conversation archived, and does not archive one by muting it', async () => {
    await mark(0, { archived: true, muted: true });
    await message(0);
    expect(getConversation(await mark(0, { muted: false })).archived).toBe(true);
    await message(0);
    expect(getConversation(await mark(0, { muted: true })).archived).toBe(false);
  });

  it('mutes: reads its notification, adds none, emits the message alone, and does not count it', async () => {
    const { id, solver } = at(0);
    await mark(0, { muted: true });
    expect(await fetchNotified(viewer)).toEqual([3, 2]);
    const sockets = await openTestSockets(test);
    const tab = await sockets.connectAs(viewer);
    const events = recordEvents(tab);
    const next = received(tab, 'message');
    const [sent] = await sendAll(test, solver, id, ['Quiet']);
    expect(await next).toMatchObject({ _id: sent?._id });
    expect(await fetchNotified(viewer)).toEqual([3, 2]);
    expect(await list()).toEqual([[0, 1, 2], 2]);
    expect(await list('?filter=unread')).toEqual([[1, 2], 2]);
    await mark(0, { muted: false });
    const notified = received(tab, 'new_message_notification');
    await message(0);
    await notified;
    expect(events.map(([name]) => name).filter((name) => name === 'new_message_notification')).toHaveLength(1);
    expect(await fetchNotified(viewer)).toEqual([4, 3]);
    sockets.disconnectAll();
  });

  it('deletes them with the account', async () => {
    await mark(0, { pinned: true });
    await deleteAccount(test, viewer);
    expect(await test.db.$count(conversationMarks, eq(conversationMarks.userId, viewer.user.id))).toBe(0);
  });
});
