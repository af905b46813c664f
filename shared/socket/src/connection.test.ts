import { jest } from '@jest/globals';
import { SOCKET, SOCKET_LIMIT_CODE } from '@solvent/contracts';
import type { Message, SessionUser } from '@solvent/contracts';
import { FakeSocket } from './test-socket.ts';

const io = jest.fn<(options: object) => FakeSocket>();
jest.unstable_mockModule('socket.io-client', () => ({ io }));
const { clearSession, expectSessionEnd, getSession, onSessionRevoked, saveUser } = await import('@solvent/store');
const { onConnected, onServerEvent, sendOverSocket, startSocket } = await import('./connection.ts');
const { getServerTime } = await import('./server-time.ts');

let sockets: FakeSocket[] = [];
const lastSocket = () => sockets.at(-1) ?? new FakeSocket();
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

describe('socket (product 4.7)', () => {
  it('is not opened for a visitor, nor for a session that ended while loading', async () => {
    await jest.advanceTimersByTimeAsync(0);
    expect(io).not.toHaveBeenCalled();
    saveUser({ _id: 'ada', token: 'token-1' } as SessionUser);
    clearSession();
    await jest.advanceTimersByTimeAsync(0);
    expect(io).not.toHaveBeenCalled();
  });

  it('uses websocket only, with the token, a timeout of 20 s, and 1 s to 5 s between unlimited attempts', async () => {
    await signIn('token-1');
    const delays = { timeout: 20_000, reconnectionDelay: 1000, reconnectionDelayMax: 5000, reconnectionAttempts: Infinity };
    const options = { path: '/socket.io', transports: ['websocket'], auth: { token: 'token-1' }, ...delays };
    expect(io.mock.calls).toEqual([[options]]);
  });

  it('is opened once, even if started or signed in twice', async () => {
    startSocket();
    await signIn('token-1');
    await signIn('token-1');
    expect(io).toHaveBeenCalledTimes(1);
  });

  it('is closed at sign-out, and replaced for another token', async () => {
    await signIn('token-1');
    const first = lastSocket();
    clearSession();
    expect(first.disconnect).toHaveBeenCalled();
    await signIn('token-2');
    expect(io).toHaveBeenCalledTimes(2);
    expect(io.mock.lastCall).toMatchObject([{ auth: { token: 'token-2' } }]);
  });

  it('reconnects at once when the network is back', async () => {
    await signIn('token-1');
    const socket = lastSocket();
    socket.receive('disconnect', 'transport close');
    window.dispatchEvent(new Event('online'));
    expect(socket.connect).toHaveBeenCalledTimes(1);
    socket.receive('connect');
    window.dispatchEvent(new Event('online'));
    expect(socket.connect).toHaveBeenCalledTimes(1);
    clearSession();
    socket.connected = false;
    window.dispatchEvent(new Event('online'));
    expect(socket.connect).toHaveBeenCalledTimes(1);
  });
});

describe('closed connection (product 4.7)', () => {
  const refuse = (socket: FakeSocket, error: Error) => {
    socket.active = false;
    socket.receive('connect_error', error);
  };
  const limitError = Object.assign(new Error('You have 20 pages open already.'), { data: { code: SOCKET_LIMIT_CODE } });

  it.each([
    ['1 s after the server ended it', 1000, (socket: FakeSocket) => socket.receive('disconnect', 'io server disconnect')],
    ['5 s after a refused handshake', 5000, (socket: FakeSocket) => refuse(socket, new Error('unavailable'))],
    ['30 s after a refusal for too many pages', 30_000, (socket: FakeSocket) => refuse(socket, limitError)],
  ])('is reopened %s, every time', async (_when, ms, end) => {
    await signIn('token-1');
    for (const attempt of [1, 2]) {
      end(lastSocket());
      jest.advanceTimersByTime(ms - 1);
      expect(lastSocket().connect).toHaveBeenCalledTimes(attempt - 1);
      jest.advanceTimersByTime(1);
      expect(lastSocket().connect).toHaveBeenCalledTimes(attempt);
    }
    expect(getSession().isLogin).toBe(true);
  });

  it('is reopened by socket.io-client after a network failure', async () => {
    await signIn('token-1');
    lastSocket().receive('disconnect', 'transport close');
    lastSocket().receive('connect_error', new Error('websocket error'));
    jest.advanceTimersByTime(60_000);
    expect(lastSocket().connect).not.toHaveBeenCalled();
    expect(console.info).toHaveBeenCalledWith('Socket: websocket error');
    expect(getSession().isLogin).toBe(true);
  });

  it.each([
    ['is revoked', (socket: FakeSocket) => socket.receive('session_revoked')],
    ['ended meanwhile', (socket: FakeSocket) => refuse(socket, new Error('unauthenticated'))],
    ['is ended by the person', () => clearSession()],
    [
      'is ended by the person during the wait',
      (socket: FakeSocket) => {
        socket.receive('disconnect', 'io server disconnect');
        clearSession();
      },
    ],
  ])('is not reopened for a session that %s', async (_what, end) => {
    await signIn('token-1');
    const socket = lastSocket();
    end(socket);
    socket.receive('disconnect', 'io server disconnect');
    jest.advanceTimersByTime(60_000);
    expect(getSession().isLogin).toBe(false);
    expect(socket.connect).not.toHaveBeenCalled();
  });

  it('reports a revoked session, unless the user ends it', async () => {
    const onRevoked = jest.fn();
    const stop = onSessionRevoked(onRevoked);
    await signIn('token-6');
    expectSessionEnd();
    lastSocket().receive('session_revoked');
    expect(onRevoked).not.toHaveBeenCalled();
    await signIn('token-7');
    lastSocket().receive('session_revoked');
    expect(onRevoked).toHaveBeenCalledTimes(1);
    stop();
  });
});

describe('listeners', () => {
  const notification = { _id: 'n-1' };

  it('receive events of every socket until unsubscribed', async () => {
    const listener = jest.fn();
    const stop = onServerEvent('notification', listener);
    await signIn('token-1');
    lastSocket().receive('notification', notification);
    await signIn('token-2');
    lastSocket().receive('notification', notification);
    expect(listener.mock.calls).toEqual([[notification], [notification]]);
    stop();
    lastSocket().receive('notification', notification);
    await signIn('token-3');
    lastSocket().receive('notification', notification);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it("have the server's clock from the connection on", async () => {
    await signIn('token-1');
    const serverTime = Date.now() - 20 * 60_000;
    lastSocket().receive('server_time', serverTime);
    expect(getServerTime()).toBe(serverTime);
    jest.advanceTimersByTime(5000);
    expect(getServerTime()).toBe(serverTime + 5000);
  });

  it('are notified of every (re)connection', async () => {
    const connected = jest.fn();
    const stop = onConnected(connected);
    await signIn('token-1');
    lastSocket().receive('connect');
    lastSocket().receive('connect');
    expect(connected).toHaveBeenCalledTimes(2);
    stop();
    lastSocket().receive('connect');
    expect(connected).toHaveBeenCalledTimes(2);
  });
});

describe('sending a message (product 11.13)', () => {
  const text = { conversationId: 'c1', clientId: 'client-1', content: 'Hello' };
  const stored = { ...text, seq: 1 } as unknown as Message;
  async function connected() {
    await signIn('token-1');
    lastSocket().receive('connect');
    lastSocket().emitWithAck.mockResolvedValue(stored);
    return lastSocket();
  }

  it('returns the stored message', async () => {
    const socket = await connected();
    expect(await sendOverSocket(text)).toEqual(stored);
    expect(socket.emitWithAck.mock.calls).toEqual([['send_message', text]]);
  });

  it('returns undefined without a connection or when offline', async () => {
    expect(await sendOverSocket(text)).toBeUndefined();
    const socket = await connected();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await sendOverSocket(text)).toBeUndefined();
    socket.receive('disconnect');
    expect(await sendOverSocket(text)).toBeUndefined();
    expect(socket.emitWithAck).not.toHaveBeenCalled();
  });

  it.each([
    ['nothing is acknowledged', async () => null],
    ['the page is rate limited', async () => ({ status: false, code: 'rate_limited' })],
    ['another message is acknowledged', async () => ({ ...stored, clientId: 'client-2' })],
    ['no answer arrives', () => Promise.reject(new Error('operation has timed out'))],
  ])('returns undefined if %s', async (_why, answer) => {
    (await connected()).emitWithAck.mockImplementation(answer);
    expect(await sendOverSocket(text)).toBeUndefined();
  });

  it("returns undefined for messages above the server's limit in bytes", async () => {
    const socket = await connected();
    const length = SOCKET.maxMessageBytes - 200;
    expect(await sendOverSocket({ ...text, content: 'a'.repeat(length) })).toEqual(stored);
    for (const content of ['a'.repeat(SOCKET.maxMessageBytes), 'ä'.repeat(length), '"'.repeat(length)])
      expect(await sendOverSocket({ ...text, content })).toBeUndefined();
    expect(socket.emitWithAck).toHaveBeenCalledTimes(1);
  });
});
