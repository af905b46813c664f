import { jest } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { createTestApp, setUpTestApp } from '../../testing/test-app.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { notifications, pushTurns, sessions } from '../../schema/index.ts';
import { notify } from './service.ts';
import { buildForm } from '../../testing/uploads.ts';
import { advanceTime, testJobs } from '../../testing/test-jobs.ts';
import { testOutbox } from '../../testing/test-outbox.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { createPusher } from './push.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { PushMessage, PushOutcome } from '../../platform/push/firebase-push.ts';

const send = jest.fn<(tokens: string[], message: PushMessage) => Promise<PushOutcome>>();
const bodies = () => send.mock.calls.map(([, { body }]) => body);

const test = setUpTestApp();
/** Two servers with one database. */
let servers: { box: ReturnType<typeof testOutbox>; jobs: Jobs; stored: Promise<void>[] }[];
let caller: TestCaller;
let devices = 0;
beforeEach(async () => {
  send.mockReset().mockResolvedValue({ unregisteredTokens: [], errorCodes: [] });
  servers = [0, 1].map(() => {
    const jobs = testJobs(test.db);
    const push = createPusher({ db: test.db, jobs }, { send });
    const stored: Promise<void>[] = [];
    const pusher = (notification: Parameters<typeof push>[0]) => {
      const storing = push(notification);
      stored.push(storing);
      return storing;
    };
    return { box: testOutbox(test.db, { pusher }), jobs, stored };
  });
  caller = await test.signedIn('seeker');
});
afterEach(() => test.db.execute(sql`DELETE FROM pgboss.job`));

/** Signs the caller in on another device. @returns its push token */
async function addDevice(expiresIn = 60_000): Promise<string> {
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

/** Notifies the caller through one of the servers. */
async function notifyCaller(content: Omit<Parameters<typeof notify>[2], 'userId'>, through = 0): Promise<void> {
  const { box, stored } = servers[through] ?? {};
  await box?.transact((tx, events) => notify(tx, events, { userId: caller.user.id, ...content }));
  await Promise.all(stored ?? []);
}
const runJobs = () => Promise.all(servers.map(({ jobs }) => jobs.runAll()));
async function advance(seconds: number): Promise<void> {
  await advanceTime(test.db, seconds);
  await test.db.update(pushTurns).set({ at: sql`${pushTurns.at} - ${seconds} * interval '1 second'` });
  await runJobs();
}

describe('a notification (product 1.8)', () => {
  it('is emitted to open pages and pushed to the recipient’s devices', async () => {
    const [one, other] = [await addDevice(), await addDevice()];
    await notifyCaller(MESSAGE);
    expect(servers[0]?.box.emitted.at(-1)).toEqual([
      caller.user.id,
      'notification',
      expect.objectContaining({ message: 'Hello' }),
    ]);
    await runJobs();
    const path = '/conversations?conversation=01a1fc95-ef6f-7d45-9534-3c29a6ff569d';
    const [[tokens, message] = []] = send.mock.calls;
    expect(tokens?.toSorted()).toEqual([one, other]);
    expect(message).toEqual({ title: 'New bid', body: 'Hello', path });
  });

  it('is not pushed to devices of ended sessions, and adds no job without a device', async () => {
    await addDevice(-1);
    await notifyCaller(NEW_BID);
    expect((await test.db.execute(sql`SELECT FROM pgboss.job WHERE name = 'push'`)).rows).toEqual([]);
    const alive = await addDevice();
    await notifyCaller(NEW_BID);
    await runJobs();
    expect(send.mock.calls.map(([tokens]) => tokens)).toEqual([[alive]]);
  });

  it('is not pushed once it is read', async () => {
    await addDevice();
    await notifyCaller(MESSAGE);
    await runJobs();
    await notifyCaller({ ...MESSAGE, message: 'Are you there?' });
    await test.db.update(notifications).set({ read: true }).where(eq(notifications.userId, caller.user.id));
    await advance(6);
    expect(bodies()).toEqual(['Hello']);
  });

  it('of a conversation is pushed at once, then the latest one after five seconds, across servers', async () => {
    await addDevice();
    for (const [index, message] of ['one', 'two', 'three'].entries()) {
      await notifyCaller({ ...MESSAGE, message }, index % 2);
      await runJobs();
    }
    expect(bodies()).toEqual(['one']);
    await notifyCaller(NEW_BID, 1);
    await runJobs();
    expect(bodies()).toEqual(['one', 'You have a bid']);
    await advance(3);
    expect(bodies()).toHaveLength(2);
    await advance(2.5);
    expect(bodies()).toEqual(['one', 'You have a bid', 'three']);
    await advance(60);
    expect(bodies()).toHaveLength(3);
  });

  it('is pushed once if two servers notify concurrently', async () => {
    await addDevice();
    await Promise.all([notifyCaller({ ...MESSAGE, message: 'one' }, 0), notifyCaller({ ...MESSAGE, message: 'two' }, 1)]);
    await runJobs();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('clears unregistered tokens and keeps their sessions', async () => {
    const [unregistered, alive] = [await addDevice(), await addDevice()];
    send.mockResolvedValueOnce({ unregisteredTokens: [unregistered], errorCodes: ['messaging/internal-error'] });
    await notifyCaller(NEW_BID);
    await runJobs();
    const rows = await test.db.select().from(sessions).where(eq(sessions.userId, caller.user.id));
    const tokens = new Map(rows.map(({ tokenHash, deviceToken }) => [tokenHash, deviceToken]));
    expect([tokens.get(unregistered), tokens.get(alive)]).toEqual([null, alive]);
  });

  it('is retried if the provider fails', async () => {
    await addDevice();
    send.mockRejectedValueOnce(new Error('No network'));
    await notifyCaller(NEW_BID);
    await runJobs();
    await advance(11);
    expect(bodies()).toEqual(['You have a bid', 'You have a bid']);
  });
});

describe('the application', () => {
  it('pushes the notification of a request without delaying the response', async () => {
    const app = await createTestApp({ ports: { push: { send } } });
    const [sender, receiver] = [await app.signedIn('seeker'), await app.signedIn('solver')];
    await app.db.update(sessions).set({ deviceToken: 'phone' }).where(eq(sessions.userId, receiver.user.id));
    const opened = await app.request('POST', '/api/chat/conversations', { as: sender, payload: { userId: receiver.user.id } });
    const { _id } = opened.body['conversation'] as { _id: string };
    const texts = Object.entries({ conversationId: _id, content: 'Hello', clientId: _id });
    const form = await buildForm(texts.map(([field, text]) => ({ field, text })));
    const { status } = await app.request('POST', '/api/chat/messages', { as: sender, ...form });
    expect(status).toBe(201);
    expect(send).not.toHaveBeenCalled();
    await waitUntil(async () => {
      await app.runJobs();
      return send.mock.calls.length > 0;
    });
    const [[tokens, message] = []] = send.mock.calls;
    expect([tokens, message?.body, message?.path]).toEqual([['phone'], 'Hello', `/conversations?conversation=${_id}`]);
    await app.close();
  });
});
