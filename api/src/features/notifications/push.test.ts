import { jest } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { notifications, pushTurns } from './schema.ts';
import { sessions } from '../accounts/schema.ts';
import { notify } from './service.ts';
import { buildForm } from '../../testing/uploads.ts';
import { advanceTime, testJobs } from '../../testing/test-jobs.ts';
import { testOutbox } from '../../testing/test-outbox.ts';
import { waitUntil } from '../../testing/replicas.ts';
import { createPusher } from './push.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { PushMessage, PushOutcome } from '../../platform/push/push-provider.ts';

/** The provider, and what it was given. */
const send = jest.fn<(tokens: string[], message: PushMessage) => Promise<PushOutcome>>();
const bodies = () => send.mock.calls.map(([, { body }]) => body);

let test: TestApp;
/** Two servers on one database. */
let servers: { box: ReturnType<typeof testOutbox>; jobs: Jobs; stored: Promise<void>[] }[];
let caller: TestCaller;
let devices = 0;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  send.mockReset().mockResolvedValue({ unregisteredTokens: [], failures: [] });
  servers = [0, 1].map(() => {
    const jobs = testJobs(test.db);
    const { push } = createPusher({ db: test.db, jobs }, { send });
    const stored: Promise<void>[] = [];
    const pusher = {
      push: (told: Parameters<typeof push>[0]) => {
        const storing = push(told);
        stored.push(storing);
        return storing;
      },
    };
    return { box: testOutbox(test.db, { pusher }), jobs, stored };
  });
  caller = await test.signedIn('seeker');
});
afterEach(() => test.db.execute(sql`DELETE FROM pgboss.job`));
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

/** Makes a notification for the caller, and announces it as every feature does, through one of the servers. */
async function announce(told: Omit<Parameters<typeof notify>[2], 'userId'>, through = 0): Promise<void> {
  const { box, stored } = servers[through] ?? {};
  await box?.transact((tx, events) => notify(tx, events, { userId: caller.user.id, ...told }));
  await Promise.all(stored ?? []);
}
const doJobs = () => Promise.all(servers.map(({ jobs }) => jobs.runAll()));
async function later(seconds: number): Promise<void> {
  await advanceTime(test.db, seconds);
  await test.db.update(pushTurns).set({ at: sql`${pushTurns.at} - ${seconds} * interval '1 second'` });
  await doJobs();
}

describe('a notification (product 1.8)', () => {
  it('is said to open pages, and pushed to the devices of its person alone', async () => {
    const [one, other] = [await device(), await device()];
    await announce(MESSAGE);
    expect(servers[0]?.box.emitted.at(-1)).toEqual([
      caller.user.id,
      'notification',
      expect.objectContaining({ message: 'Hello' }),
    ]);
    await doJobs();
    const path = '/conversations?conversation=01a1fc95-ef6f-7d45-9534-3c29a6ff569d';
    const [[tokens, message] = []] = send.mock.calls;
    expect(tokens?.toSorted()).toEqual([one, other]);
    expect(message).toEqual({ title: 'New bid', body: 'Hello', path });
  });

  it('reaches no device whose session is over, and is no job where its person has no other', async () => {
    await device(-1);
    await announce(NEW_BID);
    expect((await test.db.execute(sql`SELECT FROM pgboss.job WHERE name = 'push'`)).rows).toEqual([]);
    const alive = await device();
    await announce(NEW_BID);
    await doJobs();
    expect(send.mock.calls.map(([tokens]) => tokens)).toEqual([[alive]]);
  });

  it('is not pushed once it is read', async () => {
    await device();
    await announce(MESSAGE);
    await doJobs();
    await announce({ ...MESSAGE, message: 'Are you there?' });
    await test.db.update(notifications).set({ read: true }).where(eq(notifications.userId, caller.user.id));
    await later(6);
    expect(bodies()).toEqual(['Hello']);
  });

  it('of a conversation comes at once, and of those that follow the latest, five seconds later, whichever servers tell of them', async () => {
    await device();
    for (const [place, message] of ['one', 'two', 'three'].entries()) {
      await announce({ ...MESSAGE, message }, place % 2);
      await doJobs();
    }
    expect(bodies()).toEqual(['one']);
    await announce(NEW_BID, 1);
    await doJobs();
    expect(bodies()).toEqual(['one', 'You have a bid']);
    await later(3);
    expect(bodies()).toHaveLength(2);
    await later(2.5);
    expect(bodies()).toEqual(['one', 'You have a bid', 'three']);
    await later(60);
    expect(bodies()).toHaveLength(3);
  });

  it('of two servers at the same moment is pushed once', async () => {
    await device();
    await Promise.all([announce({ ...MESSAGE, message: 'one' }, 0), announce({ ...MESSAGE, message: 'two' }, 1)]);
    await doJobs();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('forgets devices that are gone, and keeps their sessions', async () => {
    const [gone, alive] = [await device(), await device()];
    send.mockResolvedValueOnce({ unregisteredTokens: [gone], failures: ['messaging/internal-error'] });
    await announce(NEW_BID);
    await doJobs();
    const rows = await test.db.select().from(sessions).where(eq(sessions.userId, caller.user.id));
    const tokens = new Map(rows.map(({ tokenHash, deviceToken }) => [tokenHash, deviceToken]));
    expect([tokens.get(gone), tokens.get(alive)]).toEqual([null, alive]);
  });

  it('is pushed again where the provider took nothing', async () => {
    await device();
    send.mockRejectedValueOnce(new Error('No network'));
    await announce(NEW_BID);
    await doJobs();
    await later(11);
    expect(bodies()).toEqual(['You have a bid', 'You have a bid']);
  });
});

describe('the application', () => {
  it('pushes what a request made known, and does not wait for it', async () => {
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
