import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { jest } from '@jest/globals';
import { inArray } from 'drizzle-orm';
import type { Socket } from 'socket.io-client';
import { SOCKET, SOCKET_LIMIT_CODE } from '@solvent/contracts';
import { sessions } from '../../schema/index.ts';
import { newId } from '../db/new-id.ts';
import { signIn } from '../../testing/factories.ts';
import type { TestCaller } from '../../testing/factories.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { pauseSemaphore } from '../../testing/paused-semaphore.ts';
import { received, openTestSockets } from '../../testing/sockets.ts';
import type { TestSockets } from '../../testing/sockets.ts';

let test: TestApp;
let sockets: TestSockets;

// Fakes only `setInterval`, which the server uses for periodic tasks.
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
  test = await createTestApp({ config: { rateLimitFactor: 1, trustProxy: ['loopback'] } });
  sockets = await openTestSockets(test);
});
afterEach(async () => {
  jest.restoreAllMocks();
  sockets.disconnectAll();
  await test.close();
});
afterAll(() => jest.useRealTimers());

const getConnectError = (token: string) => received<Error & { data?: unknown }>(sockets.connect({ token }), 'connect_error');

/** Undefined if the server handles the event, which has no acknowledgment. */
async function getAcknowledgment(socket: Socket, problemId: string): Promise<unknown> {
  const acknowledged = new Promise((resolve) => socket.emit('watch_problem', problemId, resolve));
  const publishing = repeat(() => test.deps.realtime.toProblem(problemId, 'bid', { problemId }), 2);
  return Promise.race([acknowledged, received(socket, 'bid').then(() => undefined)]).finally(() => publishing.stop());
}

/** `setInterval` is faked here. */
function repeat(act: () => void, every: number): { stop: () => void } {
  let timer: NodeJS.Timeout;
  const again = () => {
    act();
    timer = setTimeout(again, every);
  };
  again();
  return { stop: () => clearTimeout(timer) };
}

/** Prevents rate limits from recovering during the test. */
function stopClock() {
  return jest.spyOn(performance, 'now').mockReturnValue(performance.now());
}

describe('the sockets of a user', () => {
  it('are at most twenty: another one is rejected until one of them closes', async () => {
    const caller = await test.signedIn('seeker');
    const open = await Promise.all(Array.from({ length: 20 }, () => sockets.connectAs(caller)));
    const { message, data } = await getConnectError((await signIn(test.db, caller.user)).token);
    expect(message).toBe('You already have 20 pages open. Close one of them to get live updates on this one.');
    expect(data).toEqual({ code: SOCKET_LIMIT_CODE });
    expect(open.every(({ connected }) => connected)).toBe(true);
    await sockets.connectAs(await test.signedIn('seeker'));
    open[0]?.disconnect();
    const connectWhenFree = async (): Promise<Socket> => {
      const socket = sockets.connect({ token: caller.token });
      const isAccepted = await Promise.race([
        received(socket, 'connect').then(() => true),
        received(socket, 'connect_error').then(() => false),
      ]);
      return isAccepted ? socket : connectWhenFree();
    };
    expect((await connectWhenFree()).connected).toBe(true);
  });

  it('are at most twenty when many are opened at once', async () => {
    const caller = await test.signedIn('seeker');
    const opened = Array.from({ length: 40 }, () => sockets.connect({ token: caller.token }));
    const outcomes = await Promise.all(
      opened.map((socket) =>
        Promise.race([
          received(socket, 'connect').then(() => 'accepted'),
          received(socket, 'connect_error').then(() => 'rejected'),
        ]),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(20);
  });
});

it('the sockets of a network share the limit of its requests', async () => {
  const { token } = await test.signedIn('seeker');
  const semaphore = pauseSemaphore(test.deps.limiters.requests);
  const socket = sockets.connect({ token }, '2001:db8:7:9::1');
  const accepted = received(socket, 'connect');
  expect(await semaphore.firstWaiter).toBe('2001:db8:7::/48');
  expect(socket.connected).toBe(false);
  semaphore.resume();
  await accepted;
});

describe('events of a socket', () => {
  it('are dropped beyond a hundred at once, with an acknowledgment, and handled again later', async () => {
    const socket = await sockets.connectAs(await test.signedIn('seeker'));
    const clock = stopClock();
    for (let count = 0; count < 100; count += 1) socket.emit('unwatch_problem', newId());
    expect(await getAcknowledgment(socket, newId())).toEqual({
      status: false,
      code: 'rate_limited',
      message: 'This page sends too many events. Please wait a moment.',
    });
    clock.mockReturnValue(performance.now() + 1000);
    expect(await getAcknowledgment(socket, newId())).toBeUndefined();
    clock.mockRestore();
    expect(socket.connected).toBe(true);
  });

  it('count for their user, over all sockets', async () => {
    const caller = await test.signedIn('seeker');
    const last = await sockets.connectAs(caller);
    const others = await Promise.all(Array.from({ length: 4 }, () => sockets.connectAs(caller)));
    const clock = stopClock();
    for (const socket of others) {
      for (let count = 0; count < 90; count += 1) socket.emit('unwatch_problem', newId());
      // Events are handled in order.
      await getAcknowledgment(socket, newId());
    }
    expect(await getAcknowledgment(last, newId())).toMatchObject({ code: 'rate_limited' });
    clock.mockRestore();
  });

  it('close it if there are too many, and no other socket', async () => {
    const [loud, quiet] = [
      await sockets.connectAs(await test.signedIn('seeker')),
      await sockets.connectAs(await test.signedIn('seeker')),
    ];
    const ended = received<string>(loud, 'disconnect');
    for (let count = 0; count < 2000; count += 1) loud.emit('anything', count);
    expect(await ended).toMatch(/transport/);
    expect(await getAcknowledgment(quiet, newId())).toBeUndefined();
  });

  it('close sockets of a user that together send too many', async () => {
    const caller = await test.signedIn('seeker');
    const loud = await Promise.all(Array.from({ length: 10 }, () => sockets.connectAs(caller)));
    const quiet = await sockets.connectAs(await test.signedIn('seeker'));
    const ended = Promise.any(loud.map((socket) => received<string>(socket, 'disconnect')));
    for (const socket of loud) for (let count = 0; count < 90; count += 1) socket.emit('anything', count);
    expect(await ended).toMatch(/transport/);
    expect(await getAcknowledgment(quiet, newId())).toBeUndefined();
  });

  it('have at most four kilobytes', async () => {
    const socket = await sockets.connectAs(await test.signedIn('seeker'));
    const ended = received<string>(socket, 'disconnect');
    socket.emit('watch_problem', 'x'.repeat(5000));
    expect(await ended).toMatch(/transport/);
  });
});

describe('a network without sockets', () => {
  /** Opens a connection without a socket. */
  const openConnection = (forwardedFor: string): Promise<{ status: number | undefined; close: () => void }> => {
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

  it('has at most a hundred pending connections, and does not affect others', async () => {
    const waiting = await Promise.all(Array.from({ length: 100 }, () => openConnection('192.0.2.1')));
    expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set([101]));
    const [more, elsewhere] = [await openConnection('192.0.2.1'), await openConnection('192.0.2.2')];
    expect([more.status, elsewhere.status]).toEqual([400, 101]);
    for (const { close } of [...waiting, more, elsewhere]) close();
  });
});

describe('a session that expires while its socket is open', () => {
  const expire = (callers: TestCaller[]) => {
    const people = callers.map(({ user }) => user.id);
    return test.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(inArray(sessions.userId, people));
  };

  it('notifies and closes the socket within a minute, and no other', async () => {
    const [expired, active] = [await test.signedIn('seeker'), await test.signedIn('seeker')];
    const [socket, other] = [await sockets.connectAs(expired), await sockets.connectAs(active)];
    await expire([expired]);
    const closed = Promise.all([received(socket, 'session_revoked'), received(socket, 'disconnect')]);
    jest.advanceTimersByTime(60_000);
    await closed;
    expect(await getAcknowledgment(other, newId())).toBeUndefined();
  });

  it('is found with one query for all sockets', async () => {
    const callers = await Promise.all(Array.from({ length: 30 }, () => test.signedIn('seeker')));
    const open = await Promise.all(callers.map((caller) => sockets.connectAs(caller)));
    await Promise.all(open.map((socket) => getAcknowledgment(socket, newId())));
    const query = jest.spyOn(test.db.$client, 'query');
    await expire(callers);
    query.mockClear();
    const ended = Promise.all(open.map((socket) => received(socket, 'disconnect')));
    jest.advanceTimersByTime(30_000);
    await ended;
    expect(query.mock.calls).toHaveLength(1);
    query.mockRestore();
  });
});
