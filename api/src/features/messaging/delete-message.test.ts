import { eq } from 'drizzle-orm';
import { CHAT } from '@solvent/contracts';
import type { Message } from '@solvent/contracts';
import { files, messageReports, messages, messageVersions } from '../../schema/index.ts';
import { notificationsTo, createActiveAgreement, goodView, requestAgreement } from '../../testing/agreements.ts';
import { deleteAccount, fetchConversation, getMessage, createConversation, send, sendAll } from '../../testing/chat.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { received, setUpTestSockets } from '../../testing/sockets.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { deleteKeptWords } from './delete-message.ts';
import { setUpEach } from '../../testing/set-up.ts';

const test = setUpTestApp();
let original: Message;
const sockets = setUpTestSockets(test);
const chat = setUpEach(() => createConversation(test));
beforeEach(async () => {
  [original] = (await sendAll(test, chat.seeker, chat.id, ['The password is tulip'])) as [Message];
});

const remove = (id = original._id, as = chat.seeker) => test.request('DELETE', `/api/chat/messages/${id}`, { as });
const edit = (content: string, id = original._id, as = chat.seeker) =>
  test.request('PUT', `/api/chat/messages/${id}`, { as, payload: { content } });
const setAge = (minutes: number) =>
  test.db
    .update(messages)
    .set({ createdAt: new Date(Date.now() - minutes * 60_000) })
    .where(eq(messages.id, original._id));
const readLog = async (as: TestCaller = chat.solver) =>
  (await test.request('GET', `/api/chat/messages/${chat.id}`, { as })).body['messages'] as Message[];
const findKept = async (id = original._id) =>
  (await test.db.select().from(messageVersions).where(eq(messageVersions.messageId, id))).map(({ content }) => content);
const titles = async () => (await notificationsTo(test, chat.solver)).map(({ title, message }) => [title, message]);
const conflict = (message: string) => ({ status: 409, body: { code: 'conflict', message } });

describe('DELETE /api/chat/messages/:id (product 4.34)', () => {
  it('leaves a tombstone without words, files, reactions and quotes, in the order of changes', async () => {
    const attached = [{ field: 'files', name: 'plan.txt', content: Buffer.from('one') }];
    const fields = { conversationId: chat.id, content: 'A tulip plan', files: attached, more: { replyTo: original._id } };
    const sent = getMessage(await send(test, chat.seeker, fields));
    const answer = { conversationId: chat.id, content: 'Fine', more: { replyTo: sent._id } };
    expect(getMessage(await send(test, chat.solver, answer)).replyTo?.preview).toBe('A tulip plan');
    await test.request('PUT', `/api/chat/messages/${sent._id}/reactions/${encodeURIComponent('👍')}`, { as: chat.solver });
    const event = received(await sockets.connectAs(chat.solver), 'message_changed');

    const deleted = getMessage(await remove(sent._id));
    const time = expect.stringMatching(/Z$/);
    const gone = { content: '', files: [], reactions: [], replyTo: null, editedAt: time, deletedAt: time };
    expect(deleted).toEqual({ ...sent, ...gone, revision: 2 });
    expect(await event).toEqual(deleted);
    const log = await readLog();
    expect(log.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(log[1]).toEqual({ ...deleted, readBy: expect.any(Array) });
    expect(log[2]?.replyTo?.preview).toBe('Message deleted');
    const late = getMessage(await send(test, chat.solver, { ...answer, content: 'Too late' }));
    expect(late.replyTo?.preview).toBe('Message deleted');
    expect(await test.db.$count(files, eq(files.id, sent.files[0]?._id ?? ''))).toBe(0);
    const found = await test.request('GET', '/api/chat/search?q=plan', { as: chat.solver });
    expect(found.body).toMatchObject({ messages: [], total: 0 });
  });

  it('is repeatable, also at once, and accepts the message’s own late retry', async () => {
    const responses = await Promise.all([remove(), remove(), remove()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    await setAge(CHAT.deleteMinutes + 1);
    expect(getMessage(await remove())).toMatchObject({ content: '', revision: 1 });
    const { clientId } = original;
    const again = await send(test, chat.seeker, { conversationId: chat.id, clientId, content: 'The password is tulip' });
    expect(again).toMatchObject({ status: 200, body: { message: { content: '', deletedAt: expect.any(String) } } });
    expect(await findKept()).toEqual(['The password is tulip']);
  });

  it('is for its sender only, for an hour (product 8.16)', async () => {
    expect(await remove(original._id, chat.solver)).toMatchObject({
      status: 403,
      body: { message: 'Only who wrote a message can delete it.' },
    });
    expect((await remove(original._id, await test.signedIn('seeker'))).status).toBe(404);
    await setAge(CHAT.deleteMinutes + 1);
    expect(await remove()).toMatchObject(conflict('A message can be deleted for an hour.'));
    expect((await readLog())[0]?.content).toBe('The password is tulip');
  });

  it('ends edits and reactions, and stays possible after the other account is deleted', async () => {
    await deleteAccount(test, chat.solver);
    expect((await remove()).status).toBe(200);
    const gone = conflict('This message was deleted.');
    expect(await edit('Other words')).toMatchObject(gone);
    const path = `/api/chat/messages/${original._id}/reactions/${encodeURIComponent('👍')}`;
    expect(await test.request('PUT', path, { as: chat.seeker })).toMatchObject(gone);
  });

  it('shows as the last message, and leaves the notification and the unread count', async () => {
    const [second, third] = await sendAll(test, chat.seeker, chat.id, ['Second', 'Third']);
    const name = chat.seeker.user.name;
    expect(await titles()).toEqual([[`3 new messages from ${name}`, 'Third']]);
    await remove();
    expect(await titles()).toEqual([[`2 new messages from ${name}`, 'Third']]);
    await remove(third?._id);
    expect(await titles()).toEqual([[`New message from ${name}`, 'Second']]);
    expect(await fetchConversation(test, chat.solver, chat.id)).toMatchObject({
      unreadCount: 1,
      lastMessage: { text: 'Message deleted', fileCount: 0 },
    });
    await test.request('PUT', '/api/notifications/read-all', { as: chat.solver });
    const [fourth] = await sendAll(test, chat.seeker, chat.id, ['Fourth', 'Fifth']);
    await remove(fourth?._id);
    await remove(second?._id);
    expect(await titles()).toEqual([[`New message from ${name}`, 'Fifth']]);
  });

  it('is refused like an edit while a dispute about their problem is open (product 4.34)', async () => {
    const active = await createActiveAgreement(test);
    const { id } = await createConversation(test, active.problemId, active);
    const [message] = await sendAll(test, active.seeker, id, ['Before']);
    await requestAgreement(test, active.solver, active.id, 'POST dispute', goodView);
    const locked = conflict('Messages can’t be edited or deleted while a dispute is open.');
    expect(await remove(message?._id, active.seeker)).toMatchObject(locked);
    expect(await edit('After', message?._id, active.seeker)).toMatchObject(locked);
    await requestAgreement(test, active.solver, active.id, 'DELETE dispute');
    expect((await edit('After', message?._id, active.seeker)).status).toBe(200);
  });
});

describe('earlier words (product 4.34)', () => {
  it('are kept for 30 days, for a reported message 30 days from the report', async () => {
    await edit('The password is rose');
    await remove();
    const [other] = await sendAll(test, chat.seeker, chat.id, ['Unreported']);
    await remove(other?._id);
    expect((await findKept()).toSorted()).toEqual(['The password is rose', 'The password is tulip']);
    const reportedAt = (days: number) => new Date(Date.now() - days * DAY_MS);
    await test.db.update(messageVersions).set({ replacedAt: reportedAt(CHAT.keptDays - 1) });
    await deleteKeptWords(test.db);
    expect(await findKept()).toHaveLength(2);
    await test.db.update(messageVersions).set({ replacedAt: reportedAt(CHAT.keptDays + 1) });
    const report = { messageId: original._id, userId: chat.solver.user.id, reason: 'abuse', description: '' } as const;
    await test.db.insert(messageReports).values({ ...report, createdAt: reportedAt(CHAT.keptDays - 1) });
    await deleteKeptWords(test.db);
    expect([await findKept(), await findKept(other?._id)]).toMatchObject([{ length: 2 }, []]);
    await test.db.update(messageReports).set({ createdAt: reportedAt(CHAT.keptDays + 1) });
    await test.runJobs();
    expect(await findKept()).toEqual([]);
  });
});
