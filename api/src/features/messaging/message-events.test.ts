import { eq, sql } from 'drizzle-orm';
import type { Notification, Message } from '@solvent/contracts';
import { messages } from './schema.ts';
import { notifications } from '../notifications/schema.ts';
import { received, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';
import { signIn } from '../../testing/factories.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { FormPart } from '../../testing/uploads.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { addOpenProblem, getMessage, createConversation, send, sendAll } from '../../testing/chat.ts';
import type { ConversationFixture } from '../../testing/chat.ts';

let test: TestApp;
let sockets: TestSockets;
beforeAll(async () => {
  test = await createTestApp();
  sockets = await openTestSockets(test);
});
afterEach(() => sockets.disconnectAll());
afterAll(() => test.close());

async function newsOf(as: TestCaller): Promise<Notification[]> {
  // The answer's schema says so.
  return (await test.request('GET', '/api/notifications', { as })).body['notifications'] as Notification[];
}

describe('whoever is connected', () => {
  it('hears of a message: both in every tab, and the other one that it is new', async () => {
    const problem = await addOpenProblem(test, await test.signedIn('seeker'));
    const { seeker, solver, id } = await createConversation(test, problem.id);
    const [own, ownOther] = [await sockets.connectAs(seeker), await sockets.connectAs(await signIn(test.db, seeker.user))];
    const theirs = await sockets.connectAs(solver);
    const all = Promise.all([own, ownOther, theirs].map((socket) => received(socket, 'message')));
    const news = received(theirs, 'new_message_notification');
    const told = received<Notification>(theirs, 'notification');
    const message = getMessage(await send(test, seeker, { conversationId: id }));
    expect(await all).toEqual([message, message, message]);
    expect(await news).toEqual({ conversationId: id, problemId: problem.id, message });
    expect(await told).toEqual((await newsOf(solver))[0]);
  });

  it('hears nothing of a message that was there already', async () => {
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
  it('names the sender and says the message, and is one for a conversation, under its first id, until it is read', async () => {
    const problem = await addOpenProblem(test, await test.signedIn('seeker'));
    const { seeker, solver, id } = await createConversation(test, problem.id);
    await sendAll(test, seeker, id, ['Are **you** there?']);
    const said = { type: 'new_message', title: `New message from ${seeker.user.name}`, message: 'Are you there?', read: false };
    const news = await newsOf(solver);
    expect(news).toMatchObject([{ ...said, data: { problemId: problem.id, conversationId: id } }]);
    expect(await newsOf(seeker)).toEqual([]);
    const [first] = news;
    const theirs = await sockets.connectAs(solver);
    const grown = received<Notification>(theirs, 'notification');
    await sendAll(test, seeker, id, ['Two']);
    expect(await grown).toEqual((await newsOf(solver))[0]);
    await sendAll(test, seeker, id, ['Three']);
    const three = `3 new messages from ${seeker.user.name}`;
    expect(await newsOf(solver)).toMatchObject([{ _id: first?._id, title: three, message: 'Three' }]);

    await test.request('PUT', `/api/notifications/${first?._id}/read`, { as: solver });
    await sendAll(test, seeker, id, ['Four']);
    expect((await newsOf(solver)).map(({ title, read }) => [title, read])).toEqual([
      [`New message from ${seeker.user.name}`, false],
      [three, true],
    ]);
  });

  it('is one of 20 messages at once, and counts them all', async () => {
    const { seeker, solver, id } = await createConversation(test);
    await Promise.all(Array.from({ length: 20 }, () => send(test, seeker, { conversationId: id })));
    expect(await newsOf(solver)).toMatchObject([{ title: `20 new messages from ${seeker.user.name}` }]);
  });

  it('says of files without words how many there are', async () => {
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
      expect(await newsOf(solver)).toMatchObject([{ message: text }]);
    }
  });

  it('and its message are there both, or neither', async () => {
    const { seeker, solver, id } = await createConversation(test);
    await test.db.execute(sql`ALTER TABLE notifications ADD CONSTRAINT no_news CHECK (type <> 'new_message') NOT VALID`);
    const { status } = await send(test, seeker, { conversationId: id });
    await test.db.execute(sql`ALTER TABLE notifications DROP CONSTRAINT no_news`);
    expect(status).toBe(500);
    expect(await test.db.$count(messages, eq(messages.conversationId, id))).toBe(0);
    expect(await test.db.$count(notifications, eq(notifications.userId, solver.user.id))).toBe(0);
    expect(getMessage(await send(test, seeker, { conversationId: id })).seq).toBe(1);
  });
});

describe('POST /api/chat/messages with replyTo (product 3.29, 7.17)', () => {
  let talk: ConversationFixture;
  let said: Message;
  beforeEach(async () => {
    talk = await createConversation(test);
    [said] = (await sendAll(test, talk.seeker, talk.id, ['Can you start?'])) as [Message];
  });

  const edit = (content: string) =>
    test.request('PUT', `/api/chat/messages/${said._id}`, { as: talk.seeker, payload: { content } });

  async function log() {
    const { body } = await test.request('GET', `/api/chat/messages/${talk.id}`, { as: talk.solver });
    // The answer's schema lets nothing else out.
    return body as unknown as { messages: Message[]; lastSeq: number };
  }

  const quoteOf = ({ _id, seq, sender }: Message, preview: string) => ({ _id, seq, sender, preview });

  it('quotes what it answers, as that is now', async () => {
    const sent = await send(test, talk.solver, { conversationId: talk.id, content: 'I can', more: { replyTo: said._id } });
    expect(sent.status).toBe(201);
    expect(getMessage(sent).replyTo).toEqual(quoteOf(said, 'Can you start?'));
    await edit('Can you start on **Monday**?');
    expect((await log()).messages[1]?.replyTo).toEqual(quoteOf(said, 'Can you start on Monday?'));
  });

  it('says the same on the socket, and of files alone how many there are', async () => {
    const files = ['one', 'two'].map((content) => ({ field: 'files', name: `${content}.txt`, content: Buffer.from(content) }));
    const asked = getMessage(await send(test, talk.seeker, { conversationId: talk.id, content: null, files }));
    const tab = await sockets.connectAs(talk.seeker);
    const said2 = received(tab, 'message');
    await send(test, talk.solver, { conversationId: talk.id, content: 'Thanks', more: { replyTo: asked._id } });
    expect(await said2).toMatchObject({ replyTo: quoteOf(asked, 'Sent 2 files') });
  });

  it('answers no message of another conversation', async () => {
    const other = await createConversation(test, null, { seeker: talk.seeker });
    const [elsewhere] = await sendAll(test, other.seeker, other.id, ['Elsewhere']);
    const answer = await send(test, talk.seeker, { conversationId: talk.id, more: { replyTo: elsewhere?._id ?? '' } });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await log()).lastSeq).toBe(1);
  });

  it('is another message under the same clientId with another quote', async () => {
    const sending = { conversationId: talk.id, clientId: '01970000-0000-7000-8000-000000000001', content: 'Yes' };
    expect((await send(test, talk.solver, { ...sending, more: { replyTo: said._id } })).status).toBe(201);
    expect((await send(test, talk.solver, { ...sending, more: { replyTo: said._id } })).status).toBe(200);
    expect((await send(test, talk.solver, sending)).status).toBe(409);
  });
});
