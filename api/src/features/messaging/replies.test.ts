import type { Message } from '@solvent/contracts';
import { heard, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { messageOf, pair, send, sendAll } from '../../testing/chat.ts';
import type { Pair } from '../../testing/chat.ts';

let test: TestApp;
let sockets: TestSockets;
let talk: Pair;
let said: Message;
beforeAll(async () => {
  test = await createTestApp();
  sockets = await openTestSockets(test);
});
beforeEach(async () => {
  talk = await pair(test);
  [said] = (await sendAll(test, talk.seeker, talk.id, ['Can you start?'])) as [Message];
});
afterEach(() => sockets.disconnectAll());
afterAll(() => test.close());

const edit = (content: string) => test.ask('PUT', `/api/chat/messages/${said._id}`, { as: talk.seeker, payload: { content } });

async function log() {
  const { body } = await test.ask('GET', `/api/chat/messages/${talk.id}`, { as: talk.solver });
  // The answer's schema lets nothing else out.
  return body as unknown as { messages: Message[]; lastSeq: number };
}

describe('POST /api/chat/messages with replyTo', () => {
  const quoteOf = ({ _id, seq, sender }: Message, preview: string) => ({ _id, seq, sender, preview });

  it('quotes what it answers, as that is now', async () => {
    const sent = await send(test, talk.solver, { conversationId: talk.id, content: 'I can', more: { replyTo: said._id } });
    expect(sent.status).toBe(201);
    expect(messageOf(sent).replyTo).toEqual(quoteOf(said, 'Can you start?'));
    await edit('Can you start on **Monday**?');
    expect((await log()).messages[1]?.replyTo).toEqual(quoteOf(said, 'Can you start on Monday?'));
  });

  it('says the same on the socket, and of files alone how many there are', async () => {
    const files = ['one', 'two'].map((content) => ({ field: 'files', name: `${content}.txt`, content: Buffer.from(content) }));
    const asked = messageOf(await send(test, talk.seeker, { conversationId: talk.id, content: null, files }));
    const tab = await sockets.connected(talk.seeker);
    const said2 = heard(tab, 'message');
    await send(test, talk.solver, { conversationId: talk.id, content: 'Thanks', more: { replyTo: asked._id } });
    expect(await said2).toMatchObject({ replyTo: quoteOf(asked, 'Sent 2 files') });
  });

  it('answers no message of another conversation', async () => {
    const other = await pair(test, null, { seeker: talk.seeker });
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
