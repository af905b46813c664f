import { eq } from 'drizzle-orm';
import { CHAT } from '@solvent/contracts';
import type { Message } from '@solvent/contracts';
import { messageReactions, messages } from './schema.ts';
import { received, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';
import { signIn } from '../../testing/factories.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { deleteAccount, getMessage, createConversation, fetchConversation, send, sendAll } from '../../testing/chat.ts';
import type { ConversationFixture } from '../../testing/chat.ts';

let test: TestApp;
let sockets: TestSockets;
let talk: ConversationFixture;
let said: Message;
beforeAll(async () => {
  test = await createTestApp();
  sockets = await openTestSockets(test);
});
beforeEach(async () => {
  talk = await createConversation(test);
  [said] = (await sendAll(test, talk.seeker, talk.id, ['Can you start?'])) as [Message];
});
afterEach(() => sockets.disconnectAll());
afterAll(() => test.close());

const edit = (as: TestCaller, content: string, id = said._id) =>
  test.request('PUT', `/api/chat/messages/${id}`, { as, payload: { content } });

const react = (as: TestCaller, emoji: string, method: 'PUT' | 'DELETE' = 'PUT', id = said._id) =>
  test.request(method, `/api/chat/messages/${id}/reactions/${encodeURIComponent(emoji)}`, { as });

async function log(query = '', as = talk.solver) {
  const { body } = await test.request('GET', `/api/chat/messages/${talk.id}${query}`, { as });
  // The answer's schema lets nothing else out.
  return body as unknown as { messages: Message[]; revision: number; lastSeq: number; totalPages: number };
}

const makeOld = (minutes: number) =>
  test.db
    .update(messages)
    .set({ createdAt: new Date(Date.now() - minutes * 60_000) })
    .where(eq(messages.id, said._id));

describe('PUT /api/chat/messages/:id (product 4.25, 5.18)', () => {
  it('gives an own message other words, and says that it did', async () => {
    const answer = await edit(talk.seeker, '  Can you start on **Monday**?  ');
    expect(answer.status).toBe(200);
    expect(getMessage(answer)).toEqual({
      ...said,
      content: 'Can you start on **Monday**?',
      editedAt: expect.stringMatching(/Z$/),
      revision: 1,
    });
    expect((await log()).messages).toEqual([getMessage(answer)]);
    expect((await fetchConversation(test, talk.solver, talk.id)).lastMessage).toMatchObject({ text: 'Can you start on Monday?' });
  });

  it('tells all tabs of both', async () => {
    const tabs = [await sockets.connectAs(talk.seeker), await sockets.connectAs(talk.solver)];
    tabs.push(await sockets.connectAs(await signIn(test.db, talk.seeker.user)));
    const all = Promise.all(tabs.map((tab) => received(tab, 'message_changed')));
    const message = getMessage(await edit(talk.seeker, 'Other words'));
    expect(await all).toEqual([message, message, message]);
  });

  it('changes nothing when the same is asked again, however late', async () => {
    const first = getMessage(await edit(talk.seeker, 'Other words'));
    await makeOld(CHAT.editMinutes + 1);
    const again = await edit(talk.seeker, 'Other words');
    expect(again.status).toBe(200);
    expect(getMessage(again)).toMatchObject({ editedAt: first.editedAt, revision: 1 });
  });

  it('is over after 15 minutes (product 8.16)', async () => {
    await makeOld(CHAT.editMinutes - 1);
    expect((await edit(talk.seeker, 'Just in time')).status).toBe(200);
    await makeOld(CHAT.editMinutes + 1);
    expect(await edit(talk.seeker, 'Too late')).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'A message can be edited for 15 minutes.' },
    });
    expect((await log()).messages).toMatchObject([{ content: 'Just in time' }]);
  });

  it('is for who wrote it alone, and 404 for strangers (product 8.16)', async () => {
    expect(await edit(talk.solver, 'Put into a mouth')).toMatchObject({
      status: 403,
      body: { message: 'Only who wrote a message can edit it.' },
    });
    expect((await edit(await test.signedIn('seeker'), 'A stranger')).status).toBe(404);
    expect((await edit(talk.seeker, 'None', '00000000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await log()).messages).toEqual([said]);
  });

  it('may leave a message with files without words', async () => {
    const files = [{ field: 'files', name: 'a.txt', content: Buffer.from('one') }];
    const { _id } = getMessage(await send(test, talk.seeker, { conversationId: talk.id, content: 'Look', files }));
    expect(await edit(talk.seeker, '', _id)).toMatchObject({ status: 200, body: { message: { content: '' } } });
  });

  it('is over with the other one’s account, as reactions are (product 8.16)', async () => {
    await deleteAccount(test, talk.solver);
    const gone = { status: 409, body: { message: 'This account was deleted: nothing can be sent to it any more.' } };
    expect(await edit(talk.seeker, 'Are you there?')).toMatchObject(gone);
    expect(await react(talk.seeker, '👍')).toMatchObject(gone);
  });

  it('has who has not read it yet told the new words', async () => {
    await edit(talk.seeker, 'Can you start on Monday?');
    const told = async () => (await test.request('GET', '/api/notifications', { as: talk.solver })).body['notifications'];
    expect(await told()).toMatchObject([{ message: 'Can you start on Monday?' }]);
    await sendAll(test, talk.seeker, talk.id, ['Or on Tuesday?']);
    await edit(talk.seeker, 'Never mind');
    expect(await told()).toMatchObject([{ message: 'Or on Tuesday?' }]);
  });

  it('takes the first words again for what was sent, and no others', async () => {
    const first = { conversationId: talk.id, clientId: said.clientId, content: said.content };
    expect((await send(test, talk.seeker, { ...first, content: 'Other words' })).status).toBe(409);
    await edit(talk.seeker, 'Other words');
    expect(await send(test, talk.seeker, first)).toMatchObject({ status: 200, body: { message: { content: 'Other words' } } });
  });

  it('ends 20 at once in one state, on each side', async () => {
    const tabs = [await sockets.connectAs(talk.seeker), await sockets.connectAs(talk.solver)];
    const known = tabs.map(() => said);
    tabs.forEach((tab, index) =>
      tab.on('message_changed', (message: Message) => {
        if (message.revision > (known[index]?.revision ?? 0)) known[index] = message;
      }),
    );
    const contents = Array.from({ length: 20 }, (_, index) => `Words ${index}`);
    const answers = await Promise.all(contents.map((content) => edit(talk.seeker, content)));
    // A busy server may turn some away, of which nothing is stored.
    const done = answers.filter(({ status }) => status !== 503).map((answer) => getMessage(answer));
    const revisions = done.map(({ revision }) => revision).toSorted((one, other) => one - other);
    expect(revisions).toEqual(done.map((_message, index) => index + 1));
    const last = done.find(({ revision }) => revision === done.length);
    expect(last).toBeDefined();
    expect(await log()).toMatchObject({ messages: [last], revision: done.length });
    const end = Promise.all(tabs.map((tab) => received(tab, 'message')));
    await sendAll(test, talk.seeker, talk.id, ['That was all']);
    await end;
    expect(known).toEqual([last, last]);
  });
});

describe('PUT and DELETE /api/chat/messages/:id/reactions/:emoji', () => {
  it('gives each of the two each sign once, and takes it back', async () => {
    await react(talk.solver, '🎉');
    await react(talk.seeker, '👍');
    await react(talk.solver, '👍');
    const again = getMessage(await react(talk.solver, '👍'));
    const [seeker, solver] = [talk.seeker.user.id, talk.solver.user.id];
    expect(again.reactions).toEqual([
      { emoji: '👍', userIds: [seeker, solver] },
      { emoji: '🎉', userIds: [solver] },
    ]);
    expect(again.revision).toBe(3);
    await react(talk.seeker, '👍', 'DELETE');
    const last = getMessage(await react(talk.solver, '🎉', 'DELETE'));
    expect(last.reactions).toEqual([{ emoji: '👍', userIds: [solver] }]);
    expect(getMessage(await react(talk.solver, '🎉', 'DELETE'))).toEqual(last);
    expect((await log()).messages).toEqual([last]);
  });

  it('tells both, and nobody where nothing changed', async () => {
    const tab = await sockets.connectAs(talk.seeker);
    const first = received(tab, 'message_changed');
    await react(talk.solver, '👀');
    expect(await first).toMatchObject({ _id: said._id, revision: 1, reactions: [{ emoji: '👀' }] });
    const next = received(tab, 'message_changed');
    await react(talk.solver, '👀');
    await react(talk.solver, '✅');
    expect(await next).toMatchObject({ revision: 2 });
  });

  it('is 404 for strangers, and for other signs', async () => {
    const stranger = await test.signedIn('solver');
    for (const method of ['PUT', 'DELETE'] as const) expect((await react(stranger, '👍', method)).status).toBe(404);
    for (const emoji of ['👎', 'x', '👍👍']) expect((await react(talk.solver, emoji)).status).toBe(404);
    expect((await log()).messages).toEqual([said]);
  });

  it('stores one of 20 at once, and none where as many take it back', async () => {
    await Promise.all(Array.from({ length: 20 }, () => react(talk.solver, '❤️')));
    expect(await test.db.$count(messageReactions, eq(messageReactions.messageId, said._id))).toBe(1);
    expect((await log()).revision).toBe(1);
    await Promise.all(Array.from({ length: 20 }, () => react(talk.solver, '❤️', 'DELETE')));
    expect(await log()).toMatchObject({ revision: 2, messages: [{ reactions: [] }] });
  });

  it('counts changes in one order beside messages that are sent', async () => {
    const all = Array.from({ length: 20 }, (_, index) => [
      send(test, talk.seeker, { conversationId: talk.id, content: `Message ${index}` }),
      react(talk.solver, index % 2 === 0 ? '👍' : '🎉', index % 4 < 2 ? 'PUT' : 'DELETE'),
      edit(talk.seeker, `Words ${index}`),
    ]);
    const answers = await Promise.all(all.flat());
    const sent = answers.filter(({ status }) => status === 201).length;
    const { messages: stored, lastSeq, revision } = await log();
    expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: sent + 1 }, (_, index) => index + 1));
    expect(lastSeq).toBe(sent + 1);
    expect(stored[0]?.revision).toBe(revision);
  });
});

describe('GET /api/chat/messages/:id?changedAfter=', () => {
  it('answers what was changed since, the latest change last', async () => {
    const [, two, three] = [said, ...(await sendAll(test, talk.seeker, talk.id, ['Two', 'Three']))];
    await edit(talk.seeker, 'Three, then', three?._id);
    await react(talk.solver, '👍');
    await edit(talk.seeker, 'Two, then', two?._id);
    const changedSince = async (after: number, limit = '') =>
      (await log(`?changedAfter=${after}${limit}`)).messages.map(({ seq }) => seq);
    expect(await changedSince(0)).toEqual([3, 1, 2]);
    expect(await changedSince(2)).toEqual([2]);
    expect(await changedSince(3)).toEqual([]);
    expect(await changedSince(0, '&limit=2')).toEqual([3, 1]);
    expect(await log('?changedAfter=0&limit=2')).toMatchObject({ revision: 3, lastSeq: 3, totalPages: 2 });
  });
});
