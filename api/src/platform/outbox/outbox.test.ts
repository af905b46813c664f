import { eq, sql } from 'drizzle-orm';
import { openConversation } from '../../features/messaging/service.ts';
import { messages, notifications } from '../../schema/index.ts';
import { notify } from '../../features/notifications/service.ts';
import { newId } from '../db/new-id.ts';
import { setUpEach } from '../../testing/set-up.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { testOutbox } from '../../testing/test-outbox.ts';
import { buildForm } from '../../testing/uploads.ts';
import { outbox } from '../schema.ts';
import { defineTopic } from './topic.ts';

const test = setUpTestApp();
const sender = setUpEach(() => test.signedIn('seeker'));
const other = setUpEach(() => test.signedIn('solver'));
afterEach(() => test.db.delete(outbox));

/** Delivers nothing: its events stay in the database. */
const createDeadOutbox = () => testOutbox(test.db, { flush: async () => false });
const readTopics = async () => (await test.db.select().from(outbox)).map(({ topic }) => topic).toSorted();
/** Makes all events older. */
const advance = (seconds: number) =>
  test.db.update(outbox).set({ dueAt: sql`${outbox.dueAt} - ${seconds} * interval '1 second'` });

const NOTIFICATION = { type: 'new_bid', title: 'New bid', message: 'You have a bid', actor: null } as const;
/** Stores the event of a server that stops after the commit. */
const notifyByDeadServer = () =>
  createDeadOutbox().transact((tx, events) => notify(tx, events, { userId: other.user.id, ...NOTIFICATION }));

describe('an event of a transaction', () => {
  it('is delivered after the commit, and its row is deleted', async () => {
    const { outbox: box, transact, emitted } = testOutbox(test.db);
    await transact(async (tx, events) => {
      await notify(tx, events, { userId: other.user.id, ...NOTIFICATION });
      expect(emitted).toEqual([]);
    });
    expect(emitted).toEqual([[other.user.id, 'notification', expect.objectContaining({ title: 'New bid' })]]);
    await box.close();
    expect(await readTopics()).toEqual([]);
  });

  it('is not stored if the transaction fails', async () => {
    const { transact, emitted } = testOutbox(test.db);
    const attempt = transact(async (tx, events) => {
      await notify(tx, events, { userId: other.user.id, ...NOTIFICATION });
      throw new Error('second thoughts');
    });
    await expect(attempt).rejects.toThrow('second thoughts');
    expect([emitted, await readTopics()]).toEqual([[], []]);
  });

  it('is stored in the transaction of its cause', async () => {
    await test.db.execute(sql`ALTER TABLE outbox ADD CONSTRAINT nothing CHECK (false) NOT VALID`);
    const { transact, emitted } = testOutbox(test.db);
    const attempt = transact((tx, events) => notify(tx, events, { userId: other.user.id, ...NOTIFICATION }));
    await expect(attempt).rejects.toThrow('Failed query');
    await test.db.execute(sql`ALTER TABLE outbox DROP CONSTRAINT nothing`);
    expect([emitted, await test.db.$count(notifications, eq(notifications.userId, other.user.id))]).toEqual([[], 0]);
  });

  it('of a topic without a subscriber is not stored', async () => {
    const { transact } = testOutbox(test.db);
    await transact(async (_tx, events) => events.add(defineTopic('no-subscriber'), {}, {}));
    expect(await readTopics()).toEqual([]);
  });

  it('that cannot be delivered fails nothing, and is expected again later and later', async () => {
    const { outbox: box, transact } = testOutbox(test.db);
    const broken = defineTopic<{ id: number }>('broken');
    let attempts = 0;
    const deliver = () => {
      attempts += 1;
      throw new Error('no');
    };
    box.subscribe(broken, { read: async (_db, key) => key, deliver });
    expect(await transact(async (_tx, events) => events.add(broken, { id: 1 }, { id: 1 }))).toBeUndefined();
    expect(await box.sweep()).toBe(0);
    for (const [seconds, expected] of [
      [3, 2],
      [1, 2],
      [2, 3],
      [3, 3],
      [2, 4],
    ] as const) {
      await advance(seconds);
      await box.sweep();
      expect(attempts).toBe(expected);
    }
    expect(await readTopics()).toEqual(['broken']);
  });

  it('is dropped after a day of failed deliveries', async () => {
    const { outbox: box, transact } = testOutbox(test.db);
    const broken = defineTopic<{ id: number }>('broken');
    box.subscribe(broken, { read: () => Promise.reject(new Error('no')), deliver: () => Promise.reject(new Error('no')) });
    await transact(async (_tx, events) => events.add(broken, { id: 1 }, { id: 1 }));
    await test.db.update(outbox).set({ attempts: 29, dueAt: new Date(0) });
    expect([await box.sweep(), await readTopics()]).toEqual([1, []]);
  });
});

describe('an event of a server that stopped after the commit', () => {
  it('is delivered once by another server after two seconds', async () => {
    await notifyByDeadServer();
    await advance(1);
    const { outbox: box, emitted } = testOutbox(test.db);
    expect([await box.sweep(), emitted, await readTopics()]).toEqual([0, [], ['notified']]);
    await advance(2);
    expect(await box.sweep()).toBe(1);
    expect(emitted).toEqual([[other.user.id, 'notification', expect.objectContaining({ title: 'New bid' })]]);
    expect([await box.sweep(), await readTopics()]).toEqual([0, []]);
  });

  it('stays stored until all servers have received it, and after a failed sweep', async () => {
    await notifyByDeadServer();
    await advance(3);
    expect(await createDeadOutbox().outbox.sweep()).toBe(0);
    const { outbox: box } = testOutbox(test.db, { flush: () => Promise.reject(new Error('gone')) });
    await expect(box.sweep()).rejects.toThrow('gone');
    expect(await readTopics()).toEqual(['notified']);
  });

  it('is delivered with its current content: nothing for a notification that was read', async () => {
    await notifyByDeadServer();
    await test.db.update(notifications).set({ read: true }).where(eq(notifications.userId, other.user.id));
    await advance(3);
    const { outbox: box, emitted } = testOutbox(test.db);
    expect([await box.sweep(), emitted, await readTopics()]).toEqual([1, [], []]);
  });

  it('is not delivered twice while another server delivers a slow batch', async () => {
    const slow = defineTopic<{ number: number }>('slow');
    const delivered: string[] = [];
    const open = (name: string, wait: () => Promise<void>) => {
      const { outbox: box } = testOutbox(test.db);
      const deliver = async ({ number }: { number: number }) => {
        await wait();
        delivered.push(`${name} ${number}`);
      };
      box.subscribe(slow, { read: async (_db, key) => key, deliver });
      return box;
    };
    const numbers = Array.from({ length: 50 }, (_, number) => number);
    const stored = (number: number) => ({ id: newId(), topic: 'slow', payload: { number }, dueAt: new Date(number) });
    await test.db.insert(outbox).values(numbers.map(stored));
    let [start, resume] = [() => {}, () => {}];
    const started = new Promise<void>((resolve) => (start = resolve));
    const gate = new Promise<void>((resolve) => (resume = resolve));
    const one = open('one', () => {
      start();
      return gate;
    });
    const sweeping = one.sweep();
    await started;
    // Ten sweep intervals.
    await advance(20);
    await open('other', async () => undefined).sweep();
    resume();
    expect(await sweeping).toBeGreaterThan(0);
    expect(delivered.map((event) => Number(event.split(' ')[1])).toSorted((first, second) => first - second)).toEqual(numbers);
    expect(delivered.some((event) => event.startsWith('other'))).toBe(true);
    expect(await readTopics()).toEqual([]);
  });

  it('of one topic is delivered in order, by one of two concurrent sweeps', async () => {
    for (let number = 1; number <= 20; number += 1)
      await createDeadOutbox().transact((tx, events) =>
        notify(tx, events, { userId: other.user.id, ...NOTIFICATION, message: `${number}` }),
      );
    await advance(3);
    const boxes = [testOutbox(test.db), testOutbox(test.db)];
    await Promise.all(boxes.map((one) => one.outbox.sweep()));
    const received = boxes.map(({ emitted }) =>
      emitted.map(([, , notification]) => Number((notification as { message: string }).message)),
    );
    expect(received.flat().toSorted((one, another) => one - another)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    for (const numbers of received) expect(numbers).toEqual(numbers.toSorted((one, another) => one - another));
    expect(await readTopics()).toEqual([]);
  });
});

describe('a message of a server that stopped after the commit (product 11.14)', () => {
  /** Sends over HTTP, then stores the events again under new ids, which the application does not delete. */
  async function storeUndelivered(contents: string[]): Promise<{ conversationId: string; ids: string[] }> {
    const people = [sender.user.id, other.user.id] as const;
    const { id: conversationId } = await test.db.transaction((tx) => openConversation(tx, { problemId: null, people }));
    const ids: string[] = [];
    for (const content of contents) {
      const clientId = crypto.randomUUID();
      const form = await buildForm(
        Object.entries({ conversationId, clientId, content }).map(([field, text]) => ({ field, text })),
      );
      const { body } = await test.request('POST', '/api/chat/messages', { as: sender, ...form });
      ids.push((body['message'] as { _id: string })._id);
    }
    await test.db.delete(outbox);
    const rows = ids.map((messageId) => ({ id: newId(), topic: 'message-stored', payload: { messageId }, dueAt: new Date(0) }));
    await test.db.insert(outbox).values(rows);
    return { conversationId, ids };
  }

  it('is delivered to both participants by another server, with its notification', async () => {
    const { conversationId, ids } = await storeUndelivered(['Hello']);
    const { outbox: box, emitted } = testOutbox(test.db);
    expect(await box.sweep()).toBe(1);
    const message = expect.objectContaining({ _id: ids[0], conversationId, seq: 1, content: 'Hello' });
    expect(emitted).toEqual([
      [sender.user.id, 'message', message],
      [other.user.id, 'message', message],
      [other.user.id, 'new_message_notification', { conversationId, problemId: null, message }],
      [other.user.id, 'notification', expect.objectContaining({ title: `New message from ${sender.user.name}` })],
    ]);
    expect([await box.sweep(), await readTopics()]).toEqual([0, []]);
  });

  it('is delivered in order of its conversation, without a notification that was read', async () => {
    const { ids } = await storeUndelivered(Array.from({ length: 20 }, (_, number) => `Message ${number}`));
    await test.db.update(notifications).set({ read: true }).where(eq(notifications.userId, other.user.id));
    const { outbox: box, emitted } = testOutbox(test.db);
    await box.sweep();
    const received = emitted.filter(([userId, event]) => userId === other.user.id && event === 'message');
    expect(received.map(([, , message]) => (message as { _id: string })._id)).toEqual(ids);
    expect(emitted.filter(([, event]) => event === 'notification')).toEqual([]);
    expect(await test.db.$count(messages, eq(messages.senderId, sender.user.id))).toBe(20);
  });
});
