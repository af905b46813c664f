import { jest } from '@jest/globals';
import { SOCKET, SOCKET_CROWDED } from '@solvent/contracts';
import type { Message, SessionUser } from '@solvent/contracts';
import { FakeSocket } from './test-socket.ts';

const io = jest.fn<(options: object) => FakeSocket>();
jest.unstable_mockModule('socket.io-client', () => ({ io }));
const { clearSession, expectSessionEnd, getSession, onSessionRevoked, saveUser } = await import('@solvent/store');
const { onConnected, onServerEvent, sendOverSocket, startSocket } = await import('./connection.ts');

let sockets: FakeSocket[] = [];
const lastSocket = () => sockets.at(-1) ?? new FakeSocket();
// Only the token matters here.
const signIn = async (token: string) => {
  saveUser({ _id: token, token } as SessionUser);
  await jest.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'info').mockReturnValue();
  sockets = [];
  io.mockReset().mockImplementation(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  });
  startSocket();
});
afterEach(() => {
  clearSession();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the one socket (product 4.7)', () => {
  it('is not opened for an anonymous visitor', async () => {
    await jest.advanceTimersByTimeAsync(0);
    expect(io).not.toHaveBeenCalled();
  });

  it('uses websocket only, with the token, 20 s time-out, 1 s up to 5 s between attempts without limit', async () => {
    await signIn('token-1');
    expect(io.mock.calls).toEqual([
      [
        {
          path: '/socket.io',
          transports: ['websocket'],
          auth: { token: 'token-1' },
          timeout: 20_000,
          reconnectionDelay: 1000,
          reconnectionDelayMax: 5000,
          reconnectionAttempts: Infinity,
        },
      ],
    ]);
  });

  it('is one, however often the shell starts it and the user is stored', async () => {
    startSocket();
    await signIn('token-1');
    await signIn('token-1');
    expect(io).toHaveBeenCalledTimes(1);
  });

  it('is closed at sign-out, and another one opened for another token', async () => {
    await signIn('token-1');
    const first = lastSocket();
    clearSession();
    expect(first.disconnect).toHaveBeenCalled();
    await signIn('token-2');
    expect(io).toHaveBeenCalledTimes(2);
    expect(io.mock.lastCall).toMatchObject([{ auth: { token: 'token-2' } }]);
  });

  it('comes back at once when the network does, instead of waiting for its next try', async () => {
    await signIn('token-1');
    const socket = lastSocket();
    socket.hear('disconnect', 'transport close');
    window.dispatchEvent(new Event('online'));
    expect(socket.connect).toHaveBeenCalledTimes(1);
    socket.hear('connect');
    window.dispatchEvent(new Event('online'));
    expect(socket.connect).toHaveBeenCalledTimes(1);
    clearSession();
    socket.connected = false;
    window.dispatchEvent(new Event('online'));
    expect(socket.connect).toHaveBeenCalledTimes(1);
  });

  it('is not opened for a session that ended while its code came', async () => {
    saveUser({ _id: 'ada', token: 'token-1' } as SessionUser);
    clearSession();
    await jest.advanceTimersByTimeAsync(0);
    expect(io).not.toHaveBeenCalled();
  });

  it('only logs its errors', async () => {
    await signIn('token-1');
    lastSocket().hear('connect_error', new Error('websocket error'));
    expect(console.info).toHaveBeenCalledWith('Socket: websocket error');
    expect(getSession().isLogin).toBe(true);
  });
});

describe('a connection that the server ended', () => {
  it('comes back after 1 s', async () => {
    await signIn('token-1');
    lastSocket().hear('disconnect', 'io server disconnect');
    expect(lastSocket().connect).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1000);
    expect(lastSocket().connect).toHaveBeenCalledTimes(1);
  });

  it('that broke is left to socket.io-client', async () => {
    await signIn('token-1');
    lastSocket().hear('disconnect', 'transport close');
    jest.advanceTimersByTime(60_000);
    expect(lastSocket().connect).not.toHaveBeenCalled();
  });

  it('does not come back for a revoked session, which ends here too', async () => {
    await signIn('token-1');
    const socket = lastSocket();
    socket.hear('session_revoked');
    socket.hear('disconnect', 'io server disconnect');
    jest.advanceTimersByTime(60_000);
    expect(getSession().isLogin).toBe(false);
    expect(socket.connect).not.toHaveBeenCalled();
  });

  it('tells of a revoked session, and not of one that the person ends', async () => {
    const told = jest.fn();
    const stop = onSessionRevoked(told);
    await signIn('token-6');
    expectSessionEnd();
    lastSocket().hear('session_revoked');
    expect(told).not.toHaveBeenCalled();
    await signIn('token-7');
    lastSocket().hear('session_revoked');
    expect(told).toHaveBeenCalledTimes(1);
    stop();
  });

  it('does not come back when the person signs out while it waits', async () => {
    await signIn('token-1');
    const socket = lastSocket();
    socket.hear('disconnect', 'io server disconnect');
    clearSession();
    jest.advanceTimersByTime(60_000);
    expect(socket.connect).not.toHaveBeenCalled();
  });

  it('by refusing a session that ended meanwhile ends it here too', async () => {
    await signIn('token-1');
    const socket = lastSocket();
    socket.active = false;
    socket.hear('connect_error', new Error('unauthenticated'));
    jest.advanceTimersByTime(60_000);
    expect(getSession().isLogin).toBe(false);
    expect(socket.connect).not.toHaveBeenCalled();
  });

  it('by refusing the handshake is tried again after 5 s', async () => {
    await signIn('token-1');
    const socket = lastSocket();
    socket.active = false;
    socket.hear('connect_error', new Error('unavailable'));
    jest.advanceTimersByTime(4999);
    expect(socket.connect).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(socket.connect).toHaveBeenCalledTimes(1);
  });

  it('because its person has too many is tried again after half a minute, for as long as it is so', async () => {
    await signIn('token-1');
    const socket = lastSocket();
    socket.active = false;
    const crowded = Object.assign(new Error('You have 20 pages open already.'), { data: { code: SOCKET_CROWDED } });
    for (const tries of [1, 2]) {
      socket.hear('connect_error', crowded);
      jest.advanceTimersByTime(29_999);
      expect(socket.connect).toHaveBeenCalledTimes(tries - 1);
      jest.advanceTimersByTime(1);
      expect(socket.connect).toHaveBeenCalledTimes(tries);
    }
    expect(console.info).toHaveBeenCalledWith('Socket: You have 20 pages open already.');
    expect(getSession().isLogin).toBe(true);
  });

  it('by a failed network is not tried twice: socket.io-client does', async () => {
    await signIn('token-1');
    lastSocket().hear('connect_error', new Error('websocket error'));
    jest.advanceTimersByTime(60_000);
    expect(lastSocket().connect).not.toHaveBeenCalled();
  });
});

describe('who listens', () => {
  const notification = { _id: 'n-1' };

  it('hears events over every socket, also one that opens later, until they stop', async () => {
    const heard = jest.fn();
    const stop = onServerEvent('notification', heard);
    await signIn('token-1');
    lastSocket().hear('notification', notification);
    await signIn('token-2');
    lastSocket().hear('notification', notification);
    expect(heard.mock.calls).toEqual([[notification], [notification]]);
    stop();
    lastSocket().hear('notification', notification);
    await signIn('token-3');
    lastSocket().hear('notification', notification);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('can start while the socket is open', async () => {
    await signIn('token-1');
    const heard = jest.fn();
    const stop = onServerEvent('new_message_notification', heard);
    lastSocket().hear('new_message_notification', { conversationId: 'c-1' });
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
  });

  it('is told of every (re)connection, to ask for what was missed', async () => {
    const connected = jest.fn();
    const stop = onConnected(connected);
    await signIn('token-1');
    lastSocket().hear('connect');
    lastSocket().hear('connect');
    expect(connected).toHaveBeenCalledTimes(2);
    stop();
    lastSocket().hear('connect');
    expect(connected).toHaveBeenCalledTimes(2);
  });
});

describe('sending a message', () => {
  const text = { conversationId: 'c1', clientId: 'client-1', content: 'Hello' };
  // Only its id is looked at.
  const stored = { ...text, seq: 1 } as unknown as Message;
  async function connected() {
    await signIn('token-1');
    lastSocket().hear('connect');
    lastSocket().emitWithAck.mockResolvedValue(stored);
    return lastSocket();
  }

  it('gives the message as it is stored', async () => {
    const socket = await connected();
    expect(await sendOverSocket(text)).toEqual(stored);
    expect(socket.emitWithAck.mock.calls).toEqual([['send_message', text]]);
  });

  it('is left to a request without a connection, and while the browser is offline', async () => {
    expect(await sendOverSocket(text)).toBeUndefined();
    const socket = await connected();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await sendOverSocket(text)).toBeUndefined();
    socket.hear('disconnect');
    expect(await sendOverSocket(text)).toBeUndefined();
    expect(socket.emitWithAck).not.toHaveBeenCalled();
  });

  it.each([
    ['nothing is acknowledged', null],
    ['it is said that this page says too much', { status: false, code: 'rate_limited' }],
    ['another message is acknowledged', { ...stored, clientId: 'client-2' }],
  ])('is left to a request where %s', async (_why, answer) => {
    (await connected()).emitWithAck.mockResolvedValue(answer);
    expect(await sendOverSocket(text)).toBeUndefined();
  });

  it('is left to a request where no answer comes', async () => {
    (await connected()).emitWithAck.mockRejectedValue(new Error('operation has timed out'));
    expect(await sendOverSocket(text)).toBeUndefined();
  });

  it('is left to a request where it is longer than the server lets a page say at once, in any script', async () => {
    const socket = await connected();
    const room = SOCKET.saidMax - 200;
    expect(await sendOverSocket({ ...text, content: 'a'.repeat(room) })).toEqual(stored);
    for (const content of ['a'.repeat(SOCKET.saidMax), 'ä'.repeat(room), '"'.repeat(room)])
      expect(await sendOverSocket({ ...text, content })).toBeUndefined();
    expect(socket.emitWithAck).toHaveBeenCalledTimes(1);
  });
});
