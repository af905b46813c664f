import { eq, sql } from 'drizzle-orm';
import { openConversation } from '../../features/messaging/service.ts';
import { messages } from '../../features/messaging/schema.ts';
import { notifications } from '../../features/notifications/schema.ts';
import { notify } from '../../features/notifications/service.ts';
import { newId } from '../db/new-id.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestCaller } from '../../testing/factories.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { testOutbox } from '../../testing/test-outbox.ts';
import { buildForm } from '../../testing/uploads.ts';
import { outbox } from './schema.ts';
import { defineTopic } from './topic.ts';

let test: TestApp;
let sender: TestCaller;
let other: TestCaller;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  [sender, other] = [await test.signedIn('seeker'), await test.signedIn('solver')];
});
afterEach(() => test.db.delete(outbox));
afterAll(() => test.close());

/** Gone with its row: only what this database was told is left of the event. */
const dead = () => testOutbox(test.db, { flush: async () => false });
const left = async () => (await test.db.select().from(outbox)).map(({ topic }) => topic).toSorted();
/** Lets so many seconds pass for all events. */
const later = (seconds: number) => test.db.update(outbox).set({ dueAt: sql`${outbox.dueAt} - ${seconds} * interval '1 second'` });

const NEWS = { type: 'new_bid', title: 'New bid', message: 'You have a bid', actor: null } as const;
/** Somebody is told of something by a server that ends after the commit. */
const toldByDeadServer = () => dead().transact((tx, events) => notify(tx, events, { userId: other.user.id, ...NEWS }));

describe('an event of a transaction', () => {
  it('is delivered after the commit, and its row goes', async () => {
    const { outbox: box, transact, emitted } = testOutbox(test.db);
    await transact(async (tx, events) => {
      await notify(tx, events, { userId: other.user.id, ...NEWS });
      expect(emitted).toEqual([]);
    });
    expect(emitted).toEqual([[other.user.id, 'notification', expect.objectContaining({ title: 'New bid' })]]);
    await box.close();
    expect(await left()).toEqual([]);
  });

  it('is nothing where the transaction fails', async () => {
    const { transact, emitted } = testOutbox(test.db);
    const attempt = transact(async (tx, events) => {
      await notify(tx, events, { userId: other.user.id, ...NEWS });
      throw new Error('second thoughts');
    });
    await expect(attempt).rejects.toThrow('second thoughts');
    expect([emitted, await left()]).toEqual([[], []]);
  });

  it('is stored with what it is about, or neither is', async () => {
    await test.db.execute(sql`ALTER TABLE outbox ADD CONSTRAINT nothing CHECK (false) NOT VALID`);
    const { transact, emitted } = testOutbox(test.db);
    const attempt = transact((tx, events) => notify(tx, events, { userId: other.user.id, ...NEWS }));
    await expect(attempt).rejects.toThrow('Failed query');
    await test.db.execute(sql`ALTER TABLE outbox DROP CONSTRAINT nothing`);
    expect([emitted, await test.db.$count(notifications, eq(notifications.userId, other.user.id))]).toEqual([[], 0]);
  });

  it('of a topic that nobody delivers is not stored', async () => {
    const { transact } = testOutbox(test.db);
    await transact(async (_tx, events) => events.add(defineTopic('nobody-listens'), {}, {}));
    expect(await left()).toEqual([]);
  });

  it('that cannot be delivered fails nothing, and is tried again later and later', async () => {
    const { outbox: box, transact } = testOutbox(test.db);
    const broken = defineTopic<{ id: number }>('broken');
    let tries = 0;
    const deliver = () => {
      tries += 1;
      throw new Error('no');
    };
    box.subscribe(broken, { read: async (_db, key) => key, deliver });
    expect(await transact(async (_tx, events) => events.add(broken, { id: 1 }, { id: 1 }))).toBeUndefined();
    expect(await box.sweep()).toBe(0);
    for (const [seconds, tried] of [
      [3, 2],
      [1, 2],
      [2, 3],
      [3, 3],
      [2, 4],
    ] as const) {
      await later(seconds);
      await box.sweep();
      expect(tries).toBe(tried);
    }
    expect(await left()).toEqual(['broken']);
  });

  it('is given up when it could not be delivered for a day', async () => {
    const { outbox: box, transact } = testOutbox(test.db);
    const broken = defineTopic<{ id: number }>('broken');
    box.subscribe(broken, { read: () => Promise.reject(new Error('no')), deliver: () => Promise.reject(new Error('no')) });
    await transact(async (_tx, events) => events.add(broken, { id: 1 }, { id: 1 }));
    await test.db.update(outbox).set({ attempts: 29, dueAt: new Date(0) });
    expect([await box.sweep(), await left()]).toEqual([1, []]);
  });
});

describe('an event of a server that ended after the commit', () => {
  it('is left to its own server for two seconds, then delivered by another one, once', async () => {
    await toldByDeadServer();
    await later(1);
    const { outbox: box, emitted } = testOutbox(test.db);
    expect([await box.sweep(), emitted, await left()]).toEqual([0, [], ['notified']]);
    await later(2);
    expect(await box.sweep()).toBe(1);
    expect(emitted).toEqual([[other.user.id, 'notification', expect.objectContaining({ title: 'New bid' })]]);
    expect([await box.sweep(), await left()]).toEqual([0, []]);
  });

  it('stays where it has not gone out to every server, or a sweep fails half-way', async () => {
    await toldByDeadServer();
    await later(3);
    expect(await dead().outbox.sweep()).toBe(0);
    const { outbox: box } = testOutbox(test.db, { flush: () => Promise.reject(new Error('gone')) });
    await expect(box.sweep()).rejects.toThrow('gone');
    expect(await left()).toEqual(['notified']);
  });

  it('says what is so by now: nothing of a notification that was read meanwhile', async () => {
    await toldByDeadServer();
    await test.db.update(notifications).set({ read: true }).where(eq(notifications.userId, other.user.id));
    await later(3);
    const { outbox: box, emitted } = testOutbox(test.db);
    expect([await box.sweep(), emitted, await left()]).toEqual([1, [], []]);
  });

  it('is left to whoever delivers it late, however many there are and however long that takes', async () => {
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
    let [begun, goOn] = [() => {}, () => {}];
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const one = open('one', () => {
      begun();
      return gate;
    });
    const sweeping = one.sweep();
    await hasBegun;
    // Ten times as long as servers look again.
    await later(20);
    await open('other', async () => undefined).sweep();
    goOn();
    expect(await sweeping).toBeGreaterThan(0);
    expect(delivered.map((event) => Number(event.split(' ')[1])).toSorted((first, second) => first - second)).toEqual(numbers);
    expect(delivered.some((event) => event.startsWith('other'))).toBe(true);
    expect(await left()).toEqual([]);
  });

  it('of one topic is delivered in order, many at once, and by one of two who look at once', async () => {
    for (let number = 1; number <= 20; number += 1)
      await dead().transact((tx, events) => notify(tx, events, { userId: other.user.id, ...NEWS, message: `${number}` }));
    await later(3);
    const boxes = [testOutbox(test.db), testOutbox(test.db)];
    await Promise.all(boxes.map((one) => one.outbox.sweep()));
    const heard = boxes.map(({ emitted }) => emitted.map(([, , told]) => Number((told as { message: string }).message)));
    expect(heard.flat().toSorted((one, another) => one - another)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const numbers of heard) expect(numbers).toEqual(numbers.toSorted((one, another) => one - another));
    expect(await left()).toEqual([]);
  });
});

describe('a message of a server that ended after the commit (product 11.14)', () => {
  /** Sends over HTTP, then stores the events again under ids that the application does not know: it removes what it delivered late. */
  async function unsaid(contents: string[]): Promise<{ conversationId: string; ids: string[] }> {
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

  it('is said to both by another one, with its notification', async () => {
    const { conversationId, ids } = await unsaid(['Hello']);
    const { outbox: box, emitted } = testOutbox(test.db);
    expect(await box.sweep()).toBe(1);
    const message = expect.objectContaining({ _id: ids[0], conversationId, seq: 1, content: 'Hello' });
    expect(emitted).toEqual([
      [sender.user.id, 'message', message],
      [other.user.id, 'message', message],
      [other.user.id, 'new_message_notification', { conversationId, problemId: null, message }],
      [other.user.id, 'notification', expect.objectContaining({ title: `New message from ${sender.user.name}` })],
    ]);
    expect([await box.sweep(), await left()]).toEqual([0, []]);
  });

  it('is said in order of its conversation, without a notification that was read', async () => {
    const { ids } = await unsaid(Array.from({ length: 20 }, (_, number) => `Message ${number}`));
    await test.db.update(notifications).set({ read: true }).where(eq(notifications.userId, other.user.id));
    const { outbox: box, emitted } = testOutbox(test.db);
    await box.sweep();
    const heard = emitted.filter(([who, event]) => who === other.user.id && event === 'message');
    expect(heard.map(([, , message]) => (message as { _id: string })._id)).toEqual(ids);
    expect(emitted.filter(([, event]) => event === 'notification')).toEqual([]);
    expect(await test.db.$count(messages, eq(messages.senderId, sender.user.id))).toBe(20);
  });
});
