/** @jest-environment node */
import { jest } from '@jest/globals';
import { OutboxEntries } from './outbox-entries.ts';
import { Refused, SignedOut, TryLater } from './retry.ts';
import { Sender } from './sender.ts';
import { buildEntry, TestServer } from './test-server.ts';

let entries = new OutboxEntries();
let server = new TestServer();
let sender: Sender;

const write = (content: string, conversationId?: string) => entries.put(buildEntry(content, conversationId));
function runSender(): () => boolean {
  let isOver = false;
  void sender.run().then(() => (isOver = true));
  return () => isOver;
}
const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const fail = (error: Error) => () => {
  throw error;
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  [entries, server] = [new OutboxEntries(), new TestServer()];
  sender = new Sender({
    entries,
    send: server.send,
    onSent: ({ clientId }) => entries.remove(clientId),
    onChange: (entry) => entries.put(entry),
    onProgress: () => undefined,
  });
});
afterEach(() => {
  sender.stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a network that fails (product 4.14)', () => {
  it('is retried after 1 s, 2 s, 4 s … without end, in order', async () => {
    server.beforeStore = fail(new Error('Network Error'));
    write('1');
    write('2');
    runSender();
    for (const [ms, tries] of [
      [0, 1],
      [999, 1],
      [1, 2],
      [2000, 3],
      [4000, 4],
      [8000, 5],
      [16_000, 6],
      [30_000, 7],
      [30_000, 8],
    ] as const) {
      await advance(ms);
      expect(server.attempts).toHaveLength(tries);
    }
    expect(entries.getByConversation('c-1')).toMatchObject([
      { content: '1', state: 'sending', attempts: 8 },
      { content: '2', attempts: 0 },
    ]);
    server.beforeStore = () => undefined;
    await advance(30_000);
    expect(server.getContents()).toEqual(['1', '2']);
  });

  it('is retried at once when it is back, and then after 1 s', async () => {
    server.beforeStore = fail(new Error('Network Error'));
    write('1');
    runSender();
    await advance(1000 + 2000 + 4000);
    expect(server.attempts).toHaveLength(4);
    sender.wake();
    await advance(0);
    expect(server.attempts).toHaveLength(5);
    await advance(1000);
    expect(server.attempts).toHaveLength(6);
  });

  it('is given up after a minute without progress', async () => {
    server.beforeStore = (_entry, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    write('1');
    runSender();
    await advance(59_999);
    expect(entries.get('1')?.attempts).toBe(0);
    await advance(1);
    expect(entries.get('1')?.attempts).toBe(1);
    server.beforeStore = () => undefined;
    await advance(1000);
    expect(server.getContents()).toEqual(['1']);
  });
});

it('a server that sends Retry-After (product 11.2) gets no request until then, even after a wake', async () => {
  server.beforeStore = fail(new TryLater(9000));
  write('1');
  runSender();
  await advance(8999);
  sender.wake();
  await advance(0);
  expect(server.attempts).toHaveLength(1);
  server.beforeStore = () => undefined;
  await advance(1);
  expect(server.getContents()).toEqual(['1']);
});

describe('a message', () => {
  it('that the server rejects stays, failed, with the reason, and blocks those after it', async () => {
    server.beforeStore = fail(new Refused('too_large', 'The file is too large.'));
    write('1');
    write('2');
    const isOver = runSender();
    await advance(60_000);
    expect(server.attempts).toHaveLength(1);
    expect(entries.getByConversation('c-1')).toMatchObject([
      { state: 'failed', failure: { code: 'too_large', message: 'The file is too large.' } },
      { state: 'sending', attempts: 0 },
    ]);
    expect(isOver()).toBe(true);
    expect(sender.hasWork).toBe(false);
  });

  it('that is known as stored blocks nothing, and its request is not aborted', async () => {
    const signals: AbortSignal[] = [];
    server.beforeResponse = ({ content }) => (content === '1' ? new Promise(() => undefined) : undefined);
    server.beforeStore = (_entry, signal) => void signals.push(signal);
    write('1');
    write('2');
    runSender();
    await advance(0);
    expect(server.getContents()).toEqual(['1']);
    entries.remove('1');
    sender.endAttempt('1', true);
    await advance(0);
    expect(signals[0]?.aborted).toBe(false);
    expect(server.getContents()).toEqual(['1', '2']);
  });
});

it('a session that is over stops everything without a failure until a wake', async () => {
  server.beforeStore = fail(new SignedOut());
  write('1');
  write('2', 'c-2');
  const isOver = runSender();
  await advance(120_000);
  expect(isOver()).toBe(true);
  expect(sender.hasWork).toBe(false);
  expect([...entries.getByConversation('c-1'), ...entries.getByConversation('c-2')]).toMatchObject([
    { state: 'sending', attempts: 0 },
    { state: 'sending', attempts: 0 },
  ]);
  expect(server.attempts.length).toBeLessThanOrEqual(2);
  server.beforeStore = () => undefined;
  sender.wake();
  expect(sender.hasWork).toBe(true);
  runSender();
  await advance(0);
  expect(server.getContents()).toEqual(['1', '2']);
});

describe('conversations', () => {
  it('are sent in parallel: one that waits blocks no other', async () => {
    server.beforeStore = ({ conversationId }) => {
      if (conversationId === 'c-1') throw new Error('Network Error');
    };
    write('1');
    write('2', 'c-2');
    runSender();
    await advance(0);
    expect(server.getContents()).toEqual(['2']);
  });

  it('with new messages are picked up only while the sender runs', async () => {
    server.beforeStore = fail(new Error('Network Error'));
    write('1');
    const isOver = runSender();
    await advance(0);
    server.beforeStore = () => undefined;
    write('2', 'c-2');
    sender.startLanes();
    await advance(0);
    expect(server.getContents()).toEqual(['2']);
    await advance(1000);
    expect(isOver()).toBe(true);
    write('3');
    sender.startLanes();
    await advance(0);
    expect(server.getContents()).toEqual(['2', '1']);
  });
});
