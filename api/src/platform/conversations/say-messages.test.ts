import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { realtimeRecorder } from '../../testing/realtime-recorder.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestCaller } from '../../testing/factories.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { newId } from '../db/new-id.ts';
import { conversations, messages, unsaidMessages } from '../db/schema/chat.ts';
import { notifyMessage } from '../notifications/notify-message.ts';
import { openConversation } from './open-conversation.ts';
import { createSaidMarks } from './said-marks.ts';
import { sweepUnsaid } from './say-messages.ts';

const linkTo = (id: string) => `/link/${id}`;

let test: TestApp;
let sender: TestCaller;
let other: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
  // What is tested here is done by hand: the application's own timer would come before.
  await test.app.close();
});
beforeEach(async () => {
  [sender, other] = [await test.signedIn('seeker'), await test.signedIn('solver')];
});
afterAll(() => test.close());

/** A message as a server leaves it that is killed right after the commit, so many seconds ago. */
async function unsaid(seconds: number) {
  const { db } = test;
  return db.transaction(async (tx) => {
    const { id: conversationId } = await openConversation(tx, { problemId: null, people: [sender.user.id, other.user.id] });
    const seq = await tx.$count(messages, eq(messages.conversationId, conversationId));
    const message = { id: newId(), conversationId, seq: seq + 1, senderId: sender.user.id, clientId: randomUUID() };
    const at = new Date();
    await tx
      .update(conversations)
      .set({ lastSeq: seq + 1 })
      .where(eq(conversations.id, conversationId));
    await tx.insert(messages).values({ ...message, content: 'Hello', createdAt: at });
    await tx.insert(unsaidMessages).values({ messageId: message.id, createdAt: new Date(at.getTime() - seconds * 1000) });
    const told = { userId: other.user.id, sender: sender.user, conversationId, problemId: null, text: 'Hello', at };
    await notifyMessage(tx, realtimeRecorder().realtime, told);
    return message;
  });
}

const left = async () => (await test.db.select().from(unsaidMessages)).map(({ messageId }) => messageId);

describe('a message that was stored by a server which ended before it said it', () => {
  it('is said to both by another one, with its notification, and once', async () => {
    const { id, conversationId } = await unsaid(3);
    const { realtime, said } = realtimeRecorder();
    expect(await sweepUnsaid({ db: test.db, realtime }, linkTo)).toBe(1);
    const message = expect.objectContaining({ _id: id, conversationId, seq: 1, content: 'Hello' });
    expect(said).toEqual([
      [sender.user.id, 'message', message],
      [other.user.id, 'message', message],
      [other.user.id, 'new_message_notification', { conversationId, problemId: null, message }],
      [other.user.id, 'notification', expect.objectContaining({ title: `New message from ${sender.user.name}` })],
    ]);
    expect(await sweepUnsaid({ db: test.db, realtime }, linkTo)).toBe(0);
    expect(await left()).toEqual([]);
  });

  it('is left to its own server for two seconds', async () => {
    const { id } = await unsaid(1);
    const { realtime, said } = realtimeRecorder();
    expect(await sweepUnsaid({ db: test.db, realtime }, linkTo)).toBe(0);
    expect([said, await left()]).toEqual([[], [id]]);
    await test.db.delete(unsaidMessages);
  });

  it('stays unsaid where it has not gone out to every replica', async () => {
    const { id } = await unsaid(3);
    const { realtime } = realtimeRecorder({ sent: async () => false });
    await sweepUnsaid({ db: test.db, realtime }, linkTo);
    expect(await left()).toEqual([id]);
    await test.db.delete(unsaidMessages);
  });

  it('is said in order of its conversation, many at once, and by one of two who look at once', async () => {
    const sent: string[] = [];
    for (let number = 0; number < 20; number += 1) sent.push((await unsaid(30 - number)).id);
    const recorders = [realtimeRecorder(), realtimeRecorder()];
    await Promise.all(recorders.map(({ realtime }) => sweepUnsaid({ db: test.db, realtime }, linkTo)));
    const heard = recorders.map(({ said }) => said.filter(([who, event]) => who === other.user.id && event === 'message'));
    expect(heard.flat().map(([, , message]) => (message as { _id: string })._id)).toEqual(sent);
    const news = recorders.flatMap(({ said }) => said.filter(([, event]) => event === 'notification'));
    expect(news).toEqual([[other.user.id, 'notification', expect.objectContaining({ title: expect.stringMatching(/^20 new/) })]]);
    expect(await left()).toEqual([]);
  });

  it('survives a sweep that fails half-way', async () => {
    const { id } = await unsaid(3);
    const { realtime } = realtimeRecorder({ sent: () => Promise.reject(new Error('gone')) });
    await expect(sweepUnsaid({ db: test.db, realtime }, linkTo)).rejects.toThrow('gone');
    expect(await left()).toEqual([id]);
    await test.db.delete(unsaidMessages);
  });
});

describe('the note that a message was said', () => {
  it('goes with many others, at the latest when the server ends', async () => {
    const { realtime } = realtimeRecorder();
    const marks = createSaidMarks(test.db, realtime, test.app.log);
    const kept = await unsaid(0);
    for (let number = 0; number < 5; number += 1) marks.add((await unsaid(0)).id);
    await marks.close();
    expect(await left()).toEqual([kept.id]);
    await test.db.execute(sql`DELETE FROM unsaid_messages`);
  });

  it('stays while Redis is away: the message is said once more', async () => {
    const { realtime } = realtimeRecorder({ sent: async () => false });
    const marks = createSaidMarks(test.db, realtime, test.app.log);
    const { id } = await unsaid(0);
    marks.add(id);
    await marks.close();
    expect(await left()).toEqual([id]);
    await test.db.execute(sql`DELETE FROM unsaid_messages`);
  });
});
