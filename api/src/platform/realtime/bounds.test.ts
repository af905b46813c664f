import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { jest } from '@jest/globals';
import { inArray } from 'drizzle-orm';
import type { Socket } from 'socket.io-client';
import { SOCKET, SOCKET_LIMIT_CODE } from '@solvent/contracts';
import { sessions } from '../../features/accounts/schema.ts';
import { newId } from '../db/new-id.ts';
import { signIn } from '../../testing/factories.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { pauseSemaphore } from '../../testing/paused-semaphore.ts';
import type { ConcurrencyLimiters } from '../concurrency/limiters.ts';
import type { Realtime } from './realtime.ts';
import { received, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';

let test: TestApp;
let sockets: TestSockets;
let realtime: Realtime;
let turns: ConcurrencyLimiters;

// Only what the server does now and then waits for the test's own clock.
jest.useFakeTimers({
  doNotFake: [
    'Date',
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
    'setTimeout',
    'clearTimeout',
  ],
});
beforeEach(async () => {
  test = await createTestApp({
    config: { rateLimitFactor: 1, trustProxy: ['loopback'] },
    features: [(_app, deps) => void ({ realtime, limiters: turns } = deps)],
  });
  sockets = await openTestSockets(test);
});
afterEach(async () => {
  jest.restoreAllMocks();
  sockets.disconnectAll();
  await test.close();
});
afterAll(() => jest.useRealTimers());

/** What the server says of a socket that it does not let in. */
const refusal = (token: string) => received<Error & { data?: unknown }>(sockets.connect({ token }), 'connect_error');

/** The answer to an event that asks for one; undefined where the server lets the event through, which answers nothing. */
async function answerTo(socket: Socket, problemId: string): Promise<unknown> {
  const refused = new Promise((resolve) => socket.emit('watch_problem', problemId, resolve));
  const announcing = setTimeoutEvery(() => realtime.toProblem(problemId, 'bid', { problemId }), 2);
  return Promise.race([refused, received(socket, 'bid').then(() => undefined)]).finally(() => announcing.stop());
}

/** `setInterval` belongs to the test's clock here. */
function setTimeoutEvery(act: () => void, every: number): { stop: () => void } {
  let timer: NodeJS.Timeout;
  const again = () => {
    act();
    timer = setTimeout(again, every);
  };
  again();
  return { stop: () => clearTimeout(timer) };
}

/** Nobody may say a word more for the time that it takes here to say many. */
function stoppedClock() {
  return jest.spyOn(performance, 'now').mockReturnValue(performance.now());
}

describe('the sockets of one person', () => {
  it('are twenty at most: one more is refused with a sentence until one of them ends, and the others stay', async () => {
    const caller = await test.signedIn('seeker');
    const open = await Promise.all(Array.from({ length: 20 }, () => sockets.connectAs(caller)));
    const { message, data } = await refusal((await signIn(test.db, caller.user)).token);
    expect(message).toBe('You have 20 pages open already. This one hears of news once another one is closed.');
    expect(data).toEqual({ code: SOCKET_LIMIT_CODE });
    expect(open.every(({ connected }) => connected)).toBe(true);
    await sockets.connectAs(await test.signedIn('seeker'));
    open[0]?.disconnect();
    const letIn = async (): Promise<Socket> => {
      const socket = sockets.connect({ token: caller.token });
      const isIn = await Promise.race([
        received(socket, 'connect').then(() => true),
        received(socket, 'connect_error').then(() => false),
      ]);
      return isIn ? socket : letIn();
    };
    expect((await letIn()).connected).toBe(true);
  });

  it('are twenty at most when many are opened at once', async () => {
    const caller = await test.signedIn('seeker');
    const opened = Array.from({ length: 40 }, () => sockets.connect({ token: caller.token }));
    const outcomes = await Promise.all(
      opened.map((socket) =>
        Promise.race([received(socket, 'connect').then(() => 'in'), received(socket, 'connect_error').then(() => 'out')]),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(20);
  });
});

it('the sockets of one network are let in by turns with all that it asks for', async () => {
  const { token } = await test.signedIn('seeker');
  const turn = pauseSemaphore(turns.requests);
  const socket = sockets.connect({ token }, '2001:db8:7:9::1');
  const isIn = received(socket, 'connect');
  expect(await turn.firstWaiter).toBe('2001:db8:7::/48');
  expect(socket.connected).toBe(false);
  turn.resume();
  await isIn;
});

describe('what a socket says', () => {
  it('is dropped beyond a hundred words at once, with an answer where one is asked for, and heard again later', async () => {
    const socket = await sockets.connectAs(await test.signedIn('seeker'));
    const clock = stoppedClock();
    for (let count = 0; count < 100; count += 1) socket.emit('unwatch_problem', newId());
    expect(await answerTo(socket, newId())).toEqual({
      status: false,
      code: 'rate_limited',
      message: 'This page says too much at once. Please wait a moment.',
    });
    clock.mockReturnValue(performance.now() + 1000);
    expect(await answerTo(socket, newId())).toBeUndefined();
    clock.mockRestore();
    expect(socket.connected).toBe(true);
  });

  it('counts for its person, over all sockets', async () => {
    const caller = await test.signedIn('seeker');
    const last = await sockets.connectAs(caller);
    const others = await Promise.all(Array.from({ length: 4 }, () => sockets.connectAs(caller)));
    const clock = stoppedClock();
    for (const socket of others) {
      for (let count = 0; count < 90; count += 1) socket.emit('unwatch_problem', newId());
      // An answer comes after all that was said before.
      await answerTo(socket, newId());
    }
    expect(await answerTo(last, newId())).toMatchObject({ code: 'rate_limited' });
    clock.mockRestore();
  });

  it('ends it if it goes on, and nobody else', async () => {
    const [loud, quiet] = [
      await sockets.connectAs(await test.signedIn('seeker')),
      await sockets.connectAs(await test.signedIn('seeker')),
    ];
    const ended = received<string>(loud, 'disconnect');
    for (let count = 0; count < 2000; count += 1) loud.emit('anything', count);
    expect(await ended).toMatch(/transport/);
    expect(await answerTo(quiet, newId())).toBeUndefined();
  });

  it('ends those of a person that go on together, though none says much by itself', async () => {
    const caller = await test.signedIn('seeker');
    const loud = await Promise.all(Array.from({ length: 10 }, () => sockets.connectAs(caller)));
    const quiet = await sockets.connectAs(await test.signedIn('seeker'));
    const ended = Promise.any(loud.map((socket) => received<string>(socket, 'disconnect')));
    for (const socket of loud) for (let count = 0; count < 90; count += 1) socket.emit('anything', count);
    expect(await ended).toMatch(/transport/);
    expect(await answerTo(quiet, newId())).toBeUndefined();
  });

  it('is four kilobytes at most', async () => {
    const socket = await sockets.connectAs(await test.signedIn('seeker'));
    const ended = received<string>(socket, 'disconnect');
    socket.emit('watch_problem', 'x'.repeat(5000));
    expect(await ended).toMatch(/transport/);
  });
});

describe('a network that is not let in', () => {
  /** Opens a connection and says nothing over it. @returns 101 if it is taken, and what closes it */
  const knock = (forwardedFor: string): Promise<{ status: number | undefined; close: () => void }> => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
      'x-forwarded-for': forwardedFor,
    };
    return new Promise((resolve, reject) => {
      const request = get(`${sockets.address}${SOCKET.path}/?EIO=4&transport=websocket`, { headers });
      request.on('upgrade', ({ statusCode }, stream) => resolve({ status: statusCode, close: () => stream.destroy() }));
      request.on('response', ({ statusCode }) => resolve({ status: statusCode, close: () => request.destroy() }));
      request.on('error', reject);
    });
  };

  it('has a hundred connections waiting at most, and others are not held up', async () => {
    const waiting = await Promise.all(Array.from({ length: 100 }, () => knock('192.0.2.1')));
    expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set([101]));
    const [more, elsewhere] = [await knock('192.0.2.1'), await knock('192.0.2.2')];
    expect([more.status, elsewhere.status]).toEqual([400, 101]);
    for (const { close } of [...waiting, more, elsewhere]) close();
  });
});

describe('a session that runs out while its socket is open', () => {
  const runOut = (callers: TestCaller[]) => {
    const people = callers.map(({ user }) => user.id);
    return test.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(inArray(sessions.userId, people));
  };

  it('ends it within a minute and tells the page, and leaves the others', async () => {
    const [over, lives] = [await test.signedIn('seeker'), await test.signedIn('seeker')];
    const [socket, other] = [await sockets.connectAs(over), await sockets.connectAs(lives)];
    await runOut([over]);
    const told = Promise.all([received(socket, 'session_revoked'), received(socket, 'disconnect')]);
    jest.advanceTimersByTime(60_000);
    await told;
    expect(await answerTo(other, newId())).toBeUndefined();
  });

  it('is looked for with one query for all sockets', async () => {
    const callers = await Promise.all(Array.from({ length: 30 }, () => test.signedIn('seeker')));
    const open = await Promise.all(callers.map((caller) => sockets.connectAs(caller)));
    await Promise.all(open.map((socket) => answerTo(socket, newId())));
    const query = jest.spyOn(test.db.$client, 'query');
    await runOut(callers);
    query.mockClear();
    const ended = Promise.all(open.map((socket) => received(socket, 'disconnect')));
    jest.advanceTimersByTime(30_000);
    await ended;
    expect(query.mock.calls).toHaveLength(1);
    query.mockRestore();
  });
});
