/** @jest-environment node */
import { jest } from '@jest/globals';
import type { ConversationSync } from './conversation-sync.ts';
import { Refused, SignedOut, TryLater } from './retry.ts';
import { MemoryLogs, buildMessage, buildMessages, range, createSync, TestConversation } from './test-conversation.ts';

let conversation = new TestConversation();
let logs = new MemoryLogs();
let sync: ConversationSync;

function openLog(length: number): void {
  conversation = new TestConversation(length);
  sync = createSync(logs, conversation);
  sync.startLog('c-1', conversation.newestPage());
}
const flush = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
  logs = new MemoryLogs();
});
afterEach(() => {
  sync.close();
  jest.useRealTimers();
});

describe('a message from the socket (product 11.14)', () => {
  beforeEach(() => openLog(3));

  it('is appended to the log without a request, once if it arrives twice, without another write', () => {
    const message = conversation.addMessage();
    sync.receive(message);
    const { writes } = logs;
    sync.receive({ ...message });
    expect(logs.seqs()).toEqual(range(1, 4));
    expect(logs.writes).toBe(writes);
    expect(conversation.requests).toEqual([]);
  });

  it('after a gap waits until the missing ones are fetched', async () => {
    conversation.addMessage();
    sync.receive(conversation.addMessage());
    expect(logs.seqs()).toEqual(range(1, 3));
    await flush();
    expect(logs.seqs()).toEqual(range(1, 5));
    expect(conversation.requests).toEqual([3]);
  });

  it('that is late is placed before the one that was early', async () => {
    let respond = () => {};
    conversation.beforeResponse = () => new Promise((resolve) => (respond = resolve));
    const [first, second] = [conversation.addMessage(), conversation.addMessage()];
    sync.receive(second);
    sync.receive(first);
    expect(logs.seqs()).toEqual(range(1, 5));
    respond();
    await flush();
    expect(logs.seqs()).toEqual(range(1, 5));
  });

  it('of a conversation that is not open is kept until it is opened', async () => {
    const elsewhere = buildMessage(1, { conversationId: 'c-2' });
    sync.receive(elsewhere);
    expect(logs.read('c-2')).toBeUndefined();
    expect(sync.startLog('c-2', { messages: [], lastSeq: 0, revision: 0 }).messages).toEqual([elsewhere]);
    await flush();
    expect(conversation.requests).toEqual([]);
  });
});

describe('the first page', () => {
  it('shows whether there are older messages (product 9.2)', () => {
    openLog(250);
    expect(logs.read('c-1')?.hasOlder).toBe(true);
    logs = new MemoryLogs();
    openLog(100);
    expect(logs.read('c-1')?.hasOlder).toBe(false);
  });

  it('that was requested before a message arrived does not lose it', async () => {
    conversation = new TestConversation(3);
    sync = createSync(logs, conversation);
    const page = conversation.newestPage();
    conversation.addMessage();
    sync.receive(conversation.addMessage());
    sync.startLog('c-1', page);
    await flush();
    expect(logs.seqs()).toEqual(range(1, 5));
  });

  it('that is loaded again removes nothing', () => {
    openLog(120);
    sync.prepend('c-1', { messages: buildMessages(1, 20), revision: 0 });
    const page = conversation.newestPage();
    sync.receive(conversation.addMessage());
    sync.startLog('c-1', page);
    expect(logs.seqs()).toEqual(range(1, 121));
    expect(logs.read('c-1')?.hasOlder).toBe(false);
  });

  it('that begins after a gap replaces the log, with the rest as older messages', () => {
    openLog(20);
    for (let count = 0; count < 200; count += 1) conversation.addMessage();
    sync.startLog('c-1', conversation.newestPage());
    expect(logs.seqs()).toEqual(range(121, 220));
    expect(logs.read('c-1')?.hasOlder).toBe(true);
  });
});

describe('catching up (product 11.14)', () => {
  it('fetches page after page until nothing is missing', async () => {
    openLog(10);
    for (let count = 0; count < 250; count += 1) conversation.addMessage();
    await sync.catchUp();
    expect(logs.seqs()).toEqual(range(1, 260));
    expect(conversation.requests).toEqual([10, 110, 210]);
  });

  it('covers every conversation that has a log, and no other', async () => {
    openLog(1);
    sync.startLog('c-2', { messages: [], lastSeq: 0, revision: 0 });
    await sync.catchUp('c-3');
    expect(conversation.requests).toEqual([]);
    await sync.catchUp();
    expect(conversation.requests).toEqual([1, 0]);
  });

  it('runs once more after the current run, however often it is requested meanwhile', async () => {
    openLog(3);
    let respond = () => {};
    conversation.beforeResponse = () => new Promise((resolve) => (respond = resolve));
    const done = Promise.all([sync.catchUp(), sync.catchUp(), sync.catchUp('c-1')]);
    // The first response does not include this message, and its event is lost.
    conversation.addMessage();
    respond();
    await flush();
    respond();
    await done;
    expect(conversation.requests).toEqual([3, 3]);
    expect(logs.seqs()).toEqual(range(1, 4));
  });

  it('does not go back when the socket is faster', async () => {
    openLog(3);
    let respond = () => {};
    conversation.beforeResponse = () => new Promise((resolve) => (respond = resolve));
    conversation.addMessage();
    const done = sync.catchUp();
    for (const message of [buildMessage(4), conversation.addMessage(), conversation.addMessage()]) sync.receive(message);
    expect(logs.seqs()).toEqual(range(1, 6));
    respond();
    await done;
    expect(logs.seqs()).toEqual(range(1, 6));
  });

  it('restarts with the newest page when more than 1,000 are missing', async () => {
    openLog(10);
    conversation.messages.push(...buildMessages(11, 1200));
    await sync.catchUp();
    expect(logs.seqs()).toEqual(range(1101, 1200));
    expect(logs.read('c-1')?.hasOlder).toBe(true);
    expect(conversation.requests).toEqual([10, 1100, 1200]);
  });
});

describe('a request that fails', () => {
  it('is retried later and later, and at once after a reconnection', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    openLog(3);
    conversation.beforeResponse = () => {
      throw new Error('Network Error');
    };
    conversation.addMessage();
    const done = sync.catchUp();
    for (const [ms, times] of [
      [999, 1],
      [1, 2],
      [1999, 2],
    ] as const) {
      await jest.advanceTimersByTimeAsync(ms);
      expect(conversation.requests).toHaveLength(times);
    }
    conversation.beforeResponse = () => undefined;
    void sync.catchUp();
    await done;
    expect(logs.seqs()).toEqual(range(1, 4));
    jest.restoreAllMocks();
  });

  it('with a Retry-After waits for it, even after a reconnection', async () => {
    openLog(3);
    conversation.beforeResponse = () => {
      throw new TryLater(7000);
    };
    void sync.catchUp();
    await flush();
    void sync.catchUp();
    await jest.advanceTimersByTimeAsync(6999);
    expect(conversation.requests).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(conversation.requests).toHaveLength(2);
  });

  it.each([[new Refused('not_found', 'There is no such conversation')], [new SignedOut()]])(
    'permanently (%s) is not retried',
    async (error) => {
      openLog(3);
      conversation.beforeResponse = () => {
        throw error;
      };
      await sync.catchUp();
      await jest.advanceTimersByTimeAsync(120_000);
      expect(conversation.requests).toHaveLength(1);
    },
  );

  it('by an answer older than a received message is retried with pauses', async () => {
    openLog(3);
    sync.receive(buildMessage(6));
    await flush();
    expect(conversation.requests).toEqual([3]);
    for (let count = 0; count < 3; count += 1) conversation.addMessage();
    await jest.advanceTimersByTimeAsync(1500);
    expect(logs.seqs()).toEqual(range(1, 6));
  });

  it('has no effect once the sync is closed', async () => {
    openLog(3);
    let respond = () => {};
    conversation.beforeResponse = () => new Promise((resolve) => (respond = resolve));
    conversation.addMessage();
    const done = sync.catchUp();
    sync.close();
    respond();
    await done;
    expect(logs.seqs()).toEqual(range(1, 3));
  });
});
