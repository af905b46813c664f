import { EventEmitter, once } from 'node:events';
import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { notifications } from './schema.ts';
import { sessions } from '../accounts/schema.ts';
import { notify } from './service.ts';
import { formOf } from '../../testing/uploads.ts';
import { testOutbox } from '../../testing/test-outbox.ts';
import { PAUSE, createPusher } from './push.ts';
import type { Pusher } from './push.ts';
import type { PushMessage, PushOutcome } from '../../platform/push/push-provider.ts';

type Sent = [tokens: string[], message: PushMessage];

/** The provider, what it was given, and who hears of it. */
const send = jest.fn<(...sent: Sent) => Promise<PushOutcome>>();
const provider = new EventEmitter();
const answer = (outcome: PushOutcome | Promise<PushOutcome>) => async () => {
  provider.emit('sent');
  return outcome;
};
/** Waits for so many messages to the provider, and gives all. */
async function sent(count: number): Promise<Sent[]> {
  while (send.mock.calls.length < count) await once(provider, 'sent');
  return send.mock.calls;
}

let test: TestApp;
let pusher: Pusher;
let box: ReturnType<typeof testOutbox>;
let caller: TestCaller;
let devices = 0;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  send.mockReset().mockImplementation(answer({ dead: [], failures: [] }));
  pusher = createPusher(test.db, { send }, test.app.log);
  box = testOutbox(test.db, { pusher });
  caller = await test.signedIn('seeker');
});
afterEach(() => {
  jest.useRealTimers();
  return pusher.close();
});
afterAll(() => test.close());

/** Signs the person in on a further device that takes pushes; gives its token. */
async function device(expiresIn = 60_000): Promise<string> {
  const deviceToken = `device-${(devices += 1)}`;
  const now = new Date();
  const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + expiresIn) };
  await test.db.insert(sessions).values({ userId: caller.user.id, tokenHash: deviceToken, userAgent: '', deviceToken, ...times });
  return deviceToken;
}

const NEW_BID = { type: 'new_bid', title: 'New bid', message: 'You have a bid', actor: null } as const;
const MESSAGE = {
  ...NEW_BID,
  type: 'message_received',
  message: 'Hello',
  conversationId: '01a1fc95-ef6f-7d45-9534-3c29a6ff569d',
} as const;

/** Makes a notification for the caller, and announces it as every feature does. */
async function announce(told: Omit<Parameters<typeof notify>[2], 'userId'>): Promise<void> {
  await box.transact((tx, events) => notify(tx, events, { userId: caller.user.id, ...told }));
}

describe('a notification', () => {
  it('is said to open pages, and pushed to the devices of its person alone', async () => {
    const [one, other] = [await device(), await device()];
    await announce(MESSAGE);
    expect(box.said.at(-1)).toEqual([caller.user.id, 'notification', expect.objectContaining({ message: 'Hello' })]);
    const path = '/conversations?conversation=01a1fc95-ef6f-7d45-9534-3c29a6ff569d';
    const [[tokens, message] = []] = await sent(1);
    expect(tokens?.toSorted()).toEqual([one, other]);
    expect(message).toEqual({ title: 'New bid', body: 'Hello', path });
  });

  it('reaches no device whose session is over, nor one that does not want pushes', async () => {
    await device(-1);
    const alive = await device();
    await announce(NEW_BID);
    expect((await sent(1))[0]?.[0]).toEqual([alive]);
  });

  it('is not pushed once it is read', async () => {
    await device();
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'Date', 'queueMicrotask'] });
    await announce(MESSAGE);
    await sent(1);
    await announce({ ...MESSAGE, message: 'Are you there?' });
    await test.db.update(notifications).set({ read: true }).where(eq(notifications.userId, caller.user.id));
    jest.advanceTimersByTime(PAUSE);
    await pusher.close();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('of a conversation comes at once, and of those that follow the latest, some seconds later', async () => {
    await device();
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'Date', 'queueMicrotask'] });
    for (const message of ['one', 'two', 'three']) await announce({ ...MESSAGE, message });
    expect((await sent(1)).map(([, { body }]) => body)).toEqual(['one']);
    await announce(NEW_BID);
    expect((await sent(2)).map(([, { body }]) => body)).toEqual(['one', 'You have a bid']);
    jest.advanceTimersByTime(PAUSE - 1);
    expect(send).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(1);
    expect((await sent(3)).at(-1)?.[1].body).toBe('three');
  });

  it('that waits is pushed when the server ends', async () => {
    await device();
    for (const message of ['one', 'two']) await announce({ ...MESSAGE, message });
    await pusher.close();
    expect(send.mock.calls.map(([, { body }]) => body)).toEqual(['one', 'two']);
  });

  it('forgets devices that are gone, and keeps their sessions', async () => {
    const [gone, alive] = [await device(), await device()];
    send.mockResolvedValueOnce({ dead: [gone], failures: ['messaging/internal-error'] });
    await announce(NEW_BID);
    await pusher.close();
    const rows = await test.db.select().from(sessions).where(eq(sessions.userId, caller.user.id));
    expect(rows.map(({ deviceToken }) => deviceToken)).toEqual(expect.arrayContaining([null, alive]));
    expect(rows.map(({ deviceToken }) => deviceToken)).not.toContain(gone);
    expect(rows.map(({ tokenHash }) => tokenHash)).toContain(gone);
  });

  it('fails nothing where the provider fails', async () => {
    await device();
    send.mockRejectedValueOnce(new Error('No network'));
    await announce(NEW_BID);
    await expect(pusher.close()).resolves.toBeUndefined();
  });
});

describe('the application', () => {
  it('pushes what a request made known, and does not wait for it', async () => {
    send.mockImplementation(answer(new Promise(() => undefined)));
    const app = await createTestApp({ ports: { push: { send } } });
    const [sender, receiver] = [await app.signedIn('seeker'), await app.signedIn('solver')];
    await app.db.update(sessions).set({ deviceToken: 'phone' }).where(eq(sessions.userId, receiver.user.id));
    const opened = await app.ask('POST', '/api/chat/conversations', { as: sender, payload: { userId: receiver.user.id } });
    const { _id } = opened.body['conversation'] as { _id: string };
    const texts = Object.entries({ conversationId: _id, content: 'Hello', clientId: _id });
    const form = await formOf(texts.map(([field, text]) => ({ field, text })));
    const { status } = await app.ask('POST', '/api/chat/messages', { as: sender, ...form });
    expect(status).toBe(201);
    const [[tokens, message] = []] = await sent(1);
    expect([tokens, message?.body, message?.path]).toEqual([['phone'], 'Hello', `/conversations?conversation=${_id}`]);
    await app.close();
  });
});
