/** @jest-environment node */
import { jest } from '@jest/globals';
import { OutboxEntries } from './outbox-entries.ts';
import { Refused, SignedOut, TryLater } from './retry.ts';
import { Sender } from './sender.ts';
import { getOutboxEntry, TestServer } from './test-server.ts';

let entries = new OutboxEntries();
let server = new TestServer();
let sender: Sender;

const write = (content: string, conversationId?: string) => entries.put(getOutboxEntry(content, conversationId));
/** Runs the sender. @returns whether it has ended */
function started(): () => boolean {
  let over = false;
  void sender.run().then(() => (over = true));
  return () => over;
}
const later = (ms: number) => jest.advanceTimersByTimeAsync(ms);
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
    onSent: ({ clientId }) => entries.drop(clientId),
    onChange: (entry) => entries.put(entry),
    onProgress: () => undefined,
  });
});
afterEach(() => {
  sender.halt();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a network that fails (product 4.14)', () => {
  it('is retried after 1 s, 2 s, 4 s … without end, in order', async () => {
    server.before = fail(new Error('Network Error'));
    write('1');
    write('2');
    started();
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
      await later(ms);
      expect(server.tries).toHaveLength(tries);
    }
    expect(entries.of('c-1')).toMatchObject([
      { content: '1', state: 'sending', attempts: 8 },
      { content: '2', attempts: 0 },
    ]);
    server.before = () => undefined;
    await later(30_000);
    expect(server.contents()).toEqual(['1', '2']);
  });

  it('is retried at once when it is back, and then after 1 s', async () => {
    server.before = fail(new Error('Network Error'));
    write('1');
    started();
    await later(1000 + 2000 + 4000);
    expect(server.tries).toHaveLength(4);
    sender.wake();
    await later(0);
    expect(server.tries).toHaveLength(5);
    await later(1000);
    expect(server.tries).toHaveLength(6);
  });

  it('is given up after a minute without progress', async () => {
    server.before = (_entry, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    write('1');
    started();
    await later(59_999);
    expect(entries.get('1')?.attempts).toBe(0);
    await later(1);
    expect(entries.get('1')?.attempts).toBe(1);
    server.before = () => undefined;
    await later(1000);
    expect(server.contents()).toEqual(['1']);
  });
});

it('a server that sends Retry-After (product 11.2) gets no request until then, even after a wake', async () => {
  server.before = fail(new TryLater(9000));
  write('1');
  started();
  await later(8999);
  sender.wake();
  await later(0);
  expect(server.tries).toHaveLength(1);
  server.before = () => undefined;
  await later(1);
  expect(server.contents()).toEqual(['1']);
});

describe('a message', () => {
  it('that the server rejects stays, failed, with the reason, and blocks those after it', async () => {
    server.before = fail(new Refused('too_large', 'The file is too large.'));
    write('1');
    write('2');
    const over = started();
    await later(60_000);
    expect(server.tries).toHaveLength(1);
    expect(entries.of('c-1')).toMatchObject([
      { state: 'failed', failure: { code: 'too_large', message: 'The file is too large.' } },
      { state: 'sending', attempts: 0 },
    ]);
    expect(over()).toBe(true);
    expect(sender.hasWork).toBe(false);
  });

  it('that is known as stored blocks nothing, and its request is not aborted', async () => {
    const signals: AbortSignal[] = [];
    server.after = ({ content }) => (content === '1' ? new Promise(() => undefined) : undefined);
    server.before = (_entry, signal) => void signals.push(signal);
    write('1');
    write('2');
    started();
    await later(0);
    expect(server.contents()).toEqual(['1']);
    entries.drop('1');
    sender.forget('1', true);
    await later(0);
    expect(signals[0]?.aborted).toBe(false);
    expect(server.contents()).toEqual(['1', '2']);
  });
});

it('a session that is over stops everything without a failure until a wake', async () => {
  server.before = fail(new SignedOut());
  write('1');
  write('2', 'c-2');
  const over = started();
  await later(120_000);
  expect(over()).toBe(true);
  expect(sender.hasWork).toBe(false);
  expect([...entries.of('c-1'), ...entries.of('c-2')]).toMatchObject([
    { state: 'sending', attempts: 0 },
    { state: 'sending', attempts: 0 },
  ]);
  expect(server.tries.length).toBeLessThanOrEqual(2);
  server.before = () => undefined;
  sender.wake();
  expect(sender.hasWork).toBe(true);
  started();
  await later(0);
  expect(server.contents()).toEqual(['1', '2']);
});

describe('conversations', () => {
  it('are sent in parallel: one that waits blocks no other', async () => {
    server.before = ({ conversationId }) => {
      if (conversationId === 'c-1') throw new Error('Network Error');
    };
    write('1');
    write('2', 'c-2');
    started();
    await later(0);
    expect(server.contents()).toEqual(['2']);
  });

  it('with new messages are picked up only while the sender runs', async () => {
    server.before = fail(new Error('Network Error'));
    write('1');
    const over = started();
    await later(0);
    server.before = () => undefined;
    write('2', 'c-2');
    sender.follow();
    await later(0);
    expect(server.contents()).toEqual(['2']);
    await later(1000);
    expect(over()).toBe(true);
    write('3');
    sender.follow();
    await later(0);
    expect(server.contents()).toEqual(['2', '1']);
  });
});
