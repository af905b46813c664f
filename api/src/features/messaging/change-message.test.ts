import { eq } from 'drizzle-orm';
import { CHAT } from '@solvent/contracts';
import type { Message } from '@solvent/contracts';
import { messageReactions, messages } from '../../schema/index.ts';
import { received, setUpTestSockets } from '../../testing/sockets.ts';
import { MISSING_ID } from '../../testing/bids.ts';
import { signIn } from '../../testing/factories.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { deleteAccount, getMessage, createConversation, fetchConversation, send, sendAll } from '../../testing/chat.ts';
import { setUpEach } from '../../testing/set-up.ts';

const test = setUpTestApp();
let original: Message;
const sockets = setUpTestSockets(test);
const chat = setUpEach(() => createConversation(test));
beforeEach(async () => {
  [original] = (await sendAll(test, chat.seeker, chat.id, ['Can you start?'])) as [Message];
});

const edit = (as: TestCaller, content: string, id = original._id) =>
  test.request('PUT', `/api/chat/messages/${id}`, { as, payload: { content } });

const react = (as: TestCaller, emoji: string, method: 'PUT' | 'DELETE' = 'PUT', id = original._id) =>
  test.request(method, `/api/chat/messages/${id}/reactions/${encodeURIComponent(emoji)}`, { as });

async function readLog(query = '', as = chat.solver) {
  const { body } = await test.request('GET', `/api/chat/messages/${chat.id}${query}`, { as });
  return body as unknown as { messages: Message[]; revision: number; lastSeq: number; totalPages: number };
}

const setAge = (minutes: number) =>
  test.db
    .update(messages)
    .set({ createdAt: new Date(Date.now() - minutes * 60_000) })
    .where(eq(messages.id, original._id));

describe('PUT /api/chat/messages/:id (product 4.25, 5.18)', () => {
  it('edits the caller’s message and sets the time of the edit', async () => {
    const response = await edit(chat.seeker, '  Can you start on **Monday**?  ');
    expect(response.status).toBe(200);
    expect(getMessage(response)).toEqual({
      ...original,
      content: 'Can you start on **Monday**?',
      editedAt: expect.stringMatching(/Z$/),
      revision: 1,
    });
    expect((await readLog()).messages).toEqual([getMessage(response)]);
    expect((await fetchConversation(test, chat.solver, chat.id)).lastMessage).toMatchObject({ text: 'Can you start on Monday?' });
  });

  it('emits the edit to all tabs of both participants', async () => {
    const tabs = [await sockets.connectAs(chat.seeker), await sockets.connectAs(chat.solver)];
    tabs.push(await sockets.connectAs(await signIn(test.db, chat.seeker.user)));
    const all = Promise.all(tabs.map((tab) => received(tab, 'message_changed')));
    const message = getMessage(await edit(chat.seeker, 'Other words'));
    expect(await all).toEqual([message, message, message]);
  });

  it('changes nothing when it is repeated, however late', async () => {
    const first = getMessage(await edit(chat.seeker, 'Other words'));
    await setAge(CHAT.editHours * 60 + 1);
    const again = await edit(chat.seeker, 'Other words');
    expect(again.status).toBe(200);
    expect(getMessage(again)).toMatchObject({ editedAt: first.editedAt, revision: 1 });
  });

  it('is rejected after a day (product 8.16)', async () => {
    await setAge(CHAT.editHours * 60 - 1);
    expect((await edit(chat.seeker, 'Just in time')).status).toBe(200);
    await setAge(CHAT.editHours * 60 + 1);
    expect(await edit(chat.seeker, 'Too late')).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'A message can be edited for a day.' },
    });
    expect((await readLog()).messages).toMatchObject([{ content: 'Just in time' }]);
  });

  it('is only for the author, and 404 for users outside of the conversation (product 8.16)', async () => {
    expect(await edit(chat.solver, 'Not my words')).toMatchObject({
      status: 403,
      body: { message: 'Only who wrote a message can edit it.' },
    });
    expect((await edit(await test.signedIn('seeker'), 'An outsider')).status).toBe(404);
    expect((await edit(chat.seeker, 'None', MISSING_ID)).status).toBe(404);
    expect((await readLog()).messages).toEqual([original]);
  });

  it('may remove the text of a message with files', async () => {
    const files = [{ field: 'files', name: 'a.txt', content: Buffer.from('one') }];
    const { _id } = getMessage(await send(test, chat.seeker, { conversationId: chat.id, content: 'Look', files }));
    expect(await edit(chat.seeker, '', _id)).toMatchObject({ status: 200, body: { message: { content: '' } } });
  });

  it('is rejected once the other account is deleted, like reactions (product 8.16)', async () => {
    await deleteAccount(test, chat.solver);
    const deleted = { status: 409, body: { message: 'This account was deleted: nothing can be sent to it any more.' } };
    expect(await edit(chat.seeker, 'Are you there?')).toMatchObject(deleted);
    expect(await react(chat.seeker, '👍')).toMatchObject(deleted);
  });

  it('updates the unread notification if it is the last message', async () => {
    await edit(chat.seeker, 'Can you start on Monday?');
    const readNotifications = async () =>
      (await test.request('GET', '/api/notifications', { as: chat.solver })).body['notifications'];
    expect(await readNotifications()).toMatchObject([{ message: 'Can you start on Monday?' }]);
    await sendAll(test, chat.seeker, chat.id, ['Or on Tuesday?']);
    await edit(chat.seeker, 'Never mind');
    expect(await readNotifications()).toMatchObject([{ message: 'Or on Tuesday?' }]);
  });

  it('keeps the first content as that of the clientId', async () => {
    const first = { conversationId: chat.id, clientId: original.clientId, content: original.content };
    expect((await send(test, chat.seeker, { ...first, content: 'Other words' })).status).toBe(409);
    await edit(chat.seeker, 'Other words');
    expect(await send(test, chat.seeker, first)).toMatchObject({ status: 200, body: { message: { content: 'Other words' } } });
  });

  it('ends in the same state on both sides after 20 concurrent edits', async () => {
    const tabs = [await sockets.connectAs(chat.seeker), await sockets.connectAs(chat.solver)];
    const known = tabs.map(() => original);
    tabs.forEach((tab, index) =>
      tab.on('message_changed', (message: Message) => {
        if (message.revision > (known[index]?.revision ?? 0)) known[index] = message;
      }),
    );
    const contents = Array.from({ length: 20 }, (_, index) => `Words ${index}`);
    const responses = await Promise.all(contents.map((content) => edit(chat.seeker, content)));
    // A busy server may reject some.
    const done = responses.filter(({ status }) => status !== 503).map((response) => getMessage(response));
    const revisions = done.map(({ revision }) => revision).toSorted((one, other) => one - other);
    expect(revisions).toEqual(done.map((_message, index) => index + 1));
    const last = done.find(({ revision }) => revision === done.length);
    expect(last).toBeDefined();
    expect(await readLog()).toMatchObject({ messages: [last], revision: done.length });
    const end = Promise.all(tabs.map((tab) => received(tab, 'message')));
    await sendAll(test, chat.seeker, chat.id, ['That was all']);
    await end;
    expect(known).toEqual([last, last]);
  });
});

describe('PUT and DELETE /api/chat/messages/:id/reactions/:emoji', () => {
  it('adds each reaction once per participant, and removes it', async () => {
    await react(chat.solver, '🎉');
    await react(chat.seeker, '👍');
    await react(chat.solver, '👍');
    const again = getMessage(await react(chat.solver, '👍'));
    const [seeker, solver] = [chat.seeker.user.id, chat.solver.user.id];
    expect(again.reactions).toEqual([
      { emoji: '👍', userIds: [seeker, solver] },
      { emoji: '🎉', userIds: [solver] },
    ]);
    expect(again.revision).toBe(3);
    await react(chat.seeker, '👍', 'DELETE');
    const last = getMessage(await react(chat.solver, '🎉', 'DELETE'));
    expect(last.reactions).toEqual([{ emoji: '👍', userIds: [solver] }]);
    expect(getMessage(await react(chat.solver, '🎉', 'DELETE'))).toEqual(last);
    expect((await readLog()).messages).toEqual([last]);
  });

  it('emits a change to both participants, and nothing if nothing changed', async () => {
    const tab = await sockets.connectAs(chat.seeker);
    const first = received(tab, 'message_changed');
    await react(chat.solver, '👀');
    expect(await first).toMatchObject({ _id: original._id, revision: 1, reactions: [{ emoji: '👀' }] });
    const next = received(tab, 'message_changed');
    await react(chat.solver, '👀');
    await react(chat.solver, '✅');
    expect(await next).toMatchObject({ revision: 2 });
  });

  it('is 404 for users outside of the conversation and unknown reactions', async () => {
    const outsider = await test.signedIn('solver');
    for (const method of ['PUT', 'DELETE'] as const) expect((await react(outsider, '👍', method)).status).toBe(404);
    for (const emoji of ['👎', 'x', '👍👍']) expect((await react(chat.solver, emoji)).status).toBe(404);
    expect((await readLog()).messages).toEqual([original]);
  });

  it('stores one of 20 concurrent reactions, and none after as many removals', async () => {
    await Promise.all(Array.from({ length: 20 }, () => react(chat.solver, '❤️')));
    expect(await test.db.$count(messageReactions, eq(messageReactions.messageId, original._id))).toBe(1);
    expect((await readLog()).revision).toBe(1);
    await Promise.all(Array.from({ length: 20 }, () => react(chat.solver, '❤️', 'DELETE')));
    expect(await readLog()).toMatchObject({ revision: 2, messages: [{ reactions: [] }] });
  });

  it('orders changes that are concurrent with new messages', async () => {
    const all = Array.from({ length: 20 }, (_, index) => [
      send(test, chat.seeker, { conversationId: chat.id, content: `Message ${index}` }),
      react(chat.solver, index % 2 === 0 ? '👍' : '🎉', index % 4 < 2 ? 'PUT' : 'DELETE'),
      edit(chat.seeker, `Words ${index}`),
    ]);
    const responses = await Promise.all(all.flat());
    const sent = responses.filter(({ status }) => status === 201).length;
    const { messages: stored, lastSeq, revision } = await readLog();
    expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: sent + 1 }, (_, index) => index + 1));
    expect(lastSeq).toBe(sent + 1);
    expect(stored[0]?.revision).toBe(revision);
  });
});

describe('GET /api/chat/messages/:id?changedAfter=', () => {
  it('returns messages changed since then, latest change last', async () => {
    const [, two, three] = [original, ...(await sendAll(test, chat.seeker, chat.id, ['Two', 'Three']))];
    await edit(chat.seeker, 'Three, then', three?._id);
    await react(chat.solver, '👍');
    await edit(chat.seeker, 'Two, then', two?._id);
    const changedSince = async (after: number, limit = '') =>
      (await readLog(`?changedAfter=${after}${limit}`)).messages.map(({ seq }) => seq);
    expect(await changedSince(0)).toEqual([3, 1, 2]);
    expect(await changedSince(2)).toEqual([2]);
    expect(await changedSince(3)).toEqual([]);
    expect(await changedSince(0, '&limit=2')).toEqual([3, 1]);
    expect(await readLog('?changedAfter=0&limit=2')).toMatchObject({ revision: 3, lastSeq: 3, totalPages: 2 });
  });
});
