import { eq, sql } from 'drizzle-orm';
import type { Notification, Message } from '@solvent/contracts';
import { messages, notifications } from '../../schema/index.ts';
import { received, setUpTestSockets } from '../../testing/sockets.ts';
import { signIn } from '../../testing/factories.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { getField } from '../../testing/get-field.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import type { FormPart } from '../../testing/uploads.ts';
import { addProblem } from '../../testing/bids.ts';
import { createConversation, getMessage, send, sendAll } from '../../testing/chat.ts';
import { setUpEach } from '../../testing/set-up.ts';

const test = setUpTestApp();
const sockets = setUpTestSockets(test);

const listNotifications = async (as: TestCaller): Promise<Notification[]> =>
  getField(await test.request('GET', '/api/notifications', { as }), 'notifications');

describe('connected sockets', () => {
  it('receive a message in every tab of both participants, and a notification in those of the recipient', async () => {
    const problem = await addProblem(test, await test.signedIn('seeker'));
    const { seeker, solver, id } = await createConversation(test, problem.id);
    const [own, ownOther] = [await sockets.connectAs(seeker), await sockets.connectAs(await signIn(test.db, seeker.user))];
    const theirs = await sockets.connectAs(solver);
    const all = Promise.all([own, ownOther, theirs].map((socket) => received(socket, 'message')));
    const event = received(theirs, 'new_message_notification');
    const notification = received<Notification>(theirs, 'notification');
    const message = getMessage(await send(test, seeker, { conversationId: id }));
    expect(await all).toEqual([message, message, message]);
    expect(await event).toEqual({ conversationId: id, problemId: problem.id, message });
    expect(await notification).toEqual((await listNotifications(solver))[0]);
  });

  it('receive nothing when a message is sent again', async () => {
    const { seeker, solver, id } = await createConversation(test);
    const sending = { conversationId: id, clientId: '0b1c6a60-0000-4000-8000-000000000001' };
    await send(test, seeker, sending);
    const theirs = await sockets.connectAs(solver);
    const next = received(theirs, 'message');
    await send(test, seeker, sending);
    const further = getMessage(await send(test, seeker, { conversationId: id, content: 'Another' }));
    expect(await next).toEqual(further);
  });
});

describe('the notification of messages (product 4.8)', () => {
  it('contains the sender and the text, and is updated under the same id until it is read', async () => {
    const problem = await addProblem(test, await test.signedIn('seeker'));
    const { seeker, solver, id } = await createConversation(test, problem.id);
    await sendAll(test, seeker, id, ['Are **you** there?']);
    const texts = { type: 'new_message', title: `New message from ${seeker.user.name}`, message: 'Are you there?', read: false };
    const found = await listNotifications(solver);
    expect(found).toMatchObject([{ ...texts, data: { problemId: problem.id, conversationId: id } }]);
    expect(await listNotifications(seeker)).toEqual([]);
    const [first] = found;
    const theirs = await sockets.connectAs(solver);
    const updated = received<Notification>(theirs, 'notification');
    await sendAll(test, seeker, id, ['Two']);
    expect(await updated).toEqual((await listNotifications(solver))[0]);
    await sendAll(test, seeker, id, ['Three']);
    const three = `3 new messages from ${seeker.user.name}`;
    expect(await listNotifications(solver)).toMatchObject([{ _id: first?._id, title: three, message: 'Three' }]);

    await test.request('PUT', `/api/notifications/${first?._id}/read`, { as: solver });
    await sendAll(test, seeker, id, ['Four']);
    expect((await listNotifications(solver)).map(({ title, read }) => [title, read])).toEqual([
      [`New message from ${seeker.user.name}`, false],
      [three, true],
    ]);
  });

  it('counts 20 concurrent messages', async () => {
    const { seeker, solver, id } = await createConversation(test);
    await Promise.all(Array.from({ length: 20 }, () => send(test, seeker, { conversationId: id })));
    expect(await listNotifications(solver)).toMatchObject([{ title: `20 new messages from ${seeker.user.name}` }]);
  });

  it('contains the number of files if there is no text', async () => {
    const { seeker, solver, id } = await createConversation(test);
    for (const [number, text] of [
      [1, 'Sent a file'],
      [3, 'Sent 3 files'],
    ] as const) {
      const files = Array.from({ length: number }, (): FormPart => ({
        field: 'files',
        name: 'a.txt',
        content: Buffer.from('a'),
      }));
      await send(test, seeker, { conversationId: id, content: null, files });
      expect(await listNotifications(solver)).toMatchObject([{ message: text }]);
    }
  });

  it('is stored together with its message or not at all', async () => {
    const { seeker, solver, id } = await createConversation(test);
    await test.db.execute(sql`ALTER TABLE notifications ADD CONSTRAINT no_messages CHECK (type <> 'new_message') NOT VALID`);
    const { status } = await send(test, seeker, { conversationId: id });
    await test.db.execute(sql`ALTER TABLE notifications DROP CONSTRAINT no_messages`);
    expect(status).toBe(500);
    expect(await test.db.$count(messages, eq(messages.conversationId, id))).toBe(0);
    expect(await test.db.$count(notifications, eq(notifications.userId, solver.user.id))).toBe(0);
    expect(getMessage(await send(test, seeker, { conversationId: id })).seq).toBe(1);
  });
});

describe('POST /api/chat/messages with replyTo (product 3.29, 7.17)', () => {
  let original: Message;
  const chat = setUpEach(() => createConversation(test));
  beforeEach(async () => {
    [original] = (await sendAll(test, chat.seeker, chat.id, ['Can you start?'])) as [Message];
  });

  const edit = (content: string) =>
    test.request('PUT', `/api/chat/messages/${original._id}`, { as: chat.seeker, payload: { content } });

  async function readLog() {
    const { body } = await test.request('GET', `/api/chat/messages/${chat.id}`, { as: chat.solver });
    return body as unknown as { messages: Message[]; lastSeq: number };
  }

  const buildQuote = ({ _id, seq, sender }: Message, preview: string) => ({ _id, seq, sender, preview });

  it('quotes the current content of the original', async () => {
    const sent = await send(test, chat.solver, { conversationId: chat.id, content: 'I can', more: { replyTo: original._id } });
    expect(sent.status).toBe(201);
    expect(getMessage(sent).replyTo).toEqual(buildQuote(original, 'Can you start?'));
    await edit('Can you start on **Monday**?');
    expect((await readLog()).messages[1]?.replyTo).toEqual(buildQuote(original, 'Can you start on Monday?'));
  });

  it('emits the quote to sockets, with the number of files if there is no text', async () => {
    const files = ['one', 'two'].map((content) => ({ field: 'files', name: `${content}.txt`, content: Buffer.from(content) }));
    const question = getMessage(await send(test, chat.seeker, { conversationId: chat.id, content: null, files }));
    const tab = await sockets.connectAs(chat.seeker);
    const nextMessage = received(tab, 'message');
    await send(test, chat.solver, { conversationId: chat.id, content: 'Thanks', more: { replyTo: question._id } });
    expect(await nextMessage).toMatchObject({ replyTo: buildQuote(question, 'Sent 2 files') });
  });

  it('rejects a message of another conversation', async () => {
    const other = await createConversation(test, null, { seeker: chat.seeker });
    const [elsewhere] = await sendAll(test, other.seeker, other.id, ['Elsewhere']);
    const response = await send(test, chat.seeker, { conversationId: chat.id, more: { replyTo: elsewhere?._id ?? '' } });
    expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await readLog()).lastSeq).toBe(1);
  });

  it('conflicts with a different quote under the same clientId', async () => {
    const sending = { conversationId: chat.id, clientId: '01970000-0000-7000-8000-000000000001', content: 'Yes' };
    expect((await send(test, chat.solver, { ...sending, more: { replyTo: original._id } })).status).toBe(201);
    expect((await send(test, chat.solver, { ...sending, more: { replyTo: original._id } })).status).toBe(200);
    expect((await send(test, chat.solver, sending)).status).toBe(409);
  });
});
