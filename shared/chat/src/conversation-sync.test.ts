/** @jest-environment node */
import { jest } from '@jest/globals';
import type { ConversationSync } from './conversation-sync.ts';
import { Refused, SignedOut, TryLater } from './retry.ts';
import { MemoryLogs, messageAt, messagesFrom, range, syncOf, TestConversation } from './test-conversation.ts';

let conversation = new TestConversation();
let logs = new MemoryLogs();
let sync: ConversationSync;

/** One whose log of the conversation ends where the conversation does now. */
function opened(length: number): void {
  conversation = new TestConversation(length);
  sync = syncOf(logs, conversation);
  sync.begin('c-1', conversation.newest());
}
const settled = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
  logs = new MemoryLogs();
});
afterEach(() => {
  sync.close();
  jest.useRealTimers();
});

describe('a message from the socket (product 11.14)', () => {
  beforeEach(() => opened(3));

  it('is appended to the log without a request, once if it arrives twice, without another write', () => {
    const message = conversation.say();
    sync.receive(message);
    const { writes } = logs;
    sync.receive({ ...message });
    expect(logs.places()).toEqual(range(1, 4));
    expect(logs.writes).toBe(writes);
    expect(conversation.asked).toEqual([]);
  });

  it('after a gap waits until the missing ones are fetched', async () => {
    conversation.say();
    sync.receive(conversation.say());
    expect(logs.places()).toEqual(range(1, 3));
    await settled();
    expect(logs.places()).toEqual(range(1, 5));
    expect(conversation.asked).toEqual([3]);
  });

  it('that is late is placed before the one that was early', async () => {
    let answer = () => {};
    conversation.before = () => new Promise((resolve) => (answer = resolve));
    const [first, second] = [conversation.say(), conversation.say()];
    sync.receive(second);
    sync.receive(first);
    expect(logs.places()).toEqual(range(1, 5));
    answer();
    await settled();
    expect(logs.places()).toEqual(range(1, 5));
  });

  it('of a conversation that is not open is kept until it is opened', async () => {
    const elsewhere = messageAt(1, { conversationId: 'c-2' });
    sync.receive(elsewhere);
    expect(logs.read('c-2')).toBeUndefined();
    expect(sync.begin('c-2', { messages: [], lastSeq: 0, revision: 0 }).messages).toEqual([elsewhere]);
    await settled();
    expect(conversation.asked).toEqual([]);
  });
});

describe('the first page', () => {
  it('shows whether there are older messages (product 9.2)', () => {
    opened(250);
    expect(logs.read('c-1')?.hasOlder).toBe(true);
    logs = new MemoryLogs();
    opened(100);
    expect(logs.read('c-1')?.hasOlder).toBe(false);
  });

  it('that was requested before a message arrived does not lose it', async () => {
    conversation = new TestConversation(3);
    sync = syncOf(logs, conversation);
    const page = conversation.newest();
    conversation.say();
    sync.receive(conversation.say());
    sync.begin('c-1', page);
    await settled();
    expect(logs.places()).toEqual(range(1, 5));
  });

  it('that is loaded again removes nothing', () => {
    opened(120);
    sync.prepend('c-1', { messages: messagesFrom(1, 20), revision: 0 });
    const page = conversation.newest();
    sync.receive(conversation.say());
    sync.begin('c-1', page);
    expect(logs.places()).toEqual(range(1, 121));
    expect(logs.read('c-1')?.hasOlder).toBe(false);
  });

  it('that begins after a gap replaces the log, with the rest as older messages', () => {
    opened(20);
    for (let count = 0; count < 200; count += 1) conversation.say();
    sync.begin('c-1', conversation.newest());
    expect(logs.places()).toEqual(range(121, 220));
    expect(logs.read('c-1')?.hasOlder).toBe(true);
  });
});

describe('catching up (product 11.14)', () => {
  it('fetches page after page until nothing is missing', async () => {
    opened(10);
    for (let count = 0; count < 250; count += 1) conversation.say();
    await sync.catchUp();
    expect(logs.places()).toEqual(range(1, 260));
    expect(conversation.asked).toEqual([10, 110, 210]);
  });

  it('covers every conversation that has a log, and no other', async () => {
    opened(1);
    sync.begin('c-2', { messages: [], lastSeq: 0, revision: 0 });
    await sync.catchUp('c-3');
    expect(conversation.asked).toEqual([]);
    await sync.catchUp();
    expect(conversation.asked).toEqual([1, 0]);
  });

  it('runs once more after the current run, however often it is requested meanwhile', async () => {
    opened(3);
    let answer = () => {};
    conversation.before = () => new Promise((resolve) => (answer = resolve));
    const done = Promise.all([sync.catchUp(), sync.catchUp(), sync.catchUp('c-1')]);
    // The first answer is made; this one comes after it, and its event is lost.
    conversation.say();
    answer();
    await settled();
    answer();
    await done;
    expect(conversation.asked).toEqual([3, 3]);
    expect(logs.places()).toEqual(range(1, 4));
  });

  it('does not go back when the socket is faster', async () => {
    opened(3);
    let answer = () => {};
    conversation.before = () => new Promise((resolve) => (answer = resolve));
    conversation.say();
    const done = sync.catchUp();
    for (const message of [messageAt(4), conversation.say(), conversation.say()]) sync.receive(message);
    expect(logs.places()).toEqual(range(1, 6));
    answer();
    await done;
    expect(logs.places()).toEqual(range(1, 6));
  });

  it('restarts with the newest page when more than 1,000 are missing', async () => {
    opened(10);
    conversation.messages.push(...messagesFrom(11, 1200));
    await sync.catchUp();
    expect(logs.places()).toEqual(range(1101, 1200));
    expect(logs.read('c-1')?.hasOlder).toBe(true);
    expect(conversation.asked).toEqual([10, 1100, 1200]);
  });
});

describe('a request that fails', () => {
  it('is retried later and later, and at once after a reconnection', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    opened(3);
    conversation.before = () => {
      throw new Error('Network Error');
    };
    conversation.say();
    const done = sync.catchUp();
    for (const [ms, times] of [
      [999, 1],
      [1, 2],
      [1999, 2],
    ] as const) {
      await jest.advanceTimersByTimeAsync(ms);
      expect(conversation.asked).toHaveLength(times);
    }
    conversation.before = () => undefined;
    void sync.catchUp();
    await done;
    expect(logs.places()).toEqual(range(1, 4));
    jest.restoreAllMocks();
  });

  it('with a Retry-After waits for it, even after a reconnection', async () => {
    opened(3);
    conversation.before = () => {
      throw new TryLater(7000);
    };
    void sync.catchUp();
    await settled();
    void sync.catchUp();
    await jest.advanceTimersByTimeAsync(6999);
    expect(conversation.asked).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(conversation.asked).toHaveLength(2);
  });

  it.each([[new Refused('not_found', 'There is no such conversation')], [new SignedOut()]])(
    'permanently (%s) is not retried',
    async (error) => {
      opened(3);
      conversation.before = () => {
        throw error;
      };
      await sync.catchUp();
      await jest.advanceTimersByTimeAsync(120_000);
      expect(conversation.asked).toHaveLength(1);
    },
  );

  it('by an answer older than a received message is retried with pauses', async () => {
    opened(3);
    sync.receive(messageAt(6));
    await settled();
    expect(conversation.asked).toEqual([3]);
    for (let count = 0; count < 3; count += 1) conversation.say();
    await jest.advanceTimersByTimeAsync(1500);
    expect(logs.places()).toEqual(range(1, 6));
  });

  it('has no effect once the sync is closed', async () => {
    opened(3);
    let answer = () => {};
    conversation.before = () => new Promise((resolve) => (answer = resolve));
    conversation.say();
    const done = sync.catchUp();
    sync.close();
    answer();
    await done;
    expect(logs.places()).toEqual(range(1, 3));
  });
});
