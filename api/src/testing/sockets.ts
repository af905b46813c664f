import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { SOCKET } from '@solvent/contracts';
import type { TestCaller } from './factories.ts';
import { getPort } from './listen.ts';
import { setUp } from './set-up.ts';
import type { TestApp } from './test-app.ts';

export interface TestSockets {
  address: string;
  /** @param from value of X-Forwarded-For */
  connect(auth: object, from?: string): Socket;
  connectAs(caller: TestCaller): Promise<Socket>;
  disconnectAll(): void;
}

/** Resolves with the payload of the next event of this name. */
export const received = <T>(socket: Socket, event: string): Promise<T> =>
  new Promise((resolve) => {
    socket.once(event, resolve);
  });

/** Collects all further events: names and payloads. */
export function recordEvents(socket: Socket): unknown[][] {
  const events: unknown[][] = [];
  socket.onAny((...event: unknown[]) => events.push(event));
  return events;
}

/** Starts listening, unless the application does already. */
export async function openTestSockets({ app }: TestApp): Promise<TestSockets> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const address = `http://127.0.0.1:${getPort(app.server)}`;
  const open: Socket[] = [];
  const connect = (auth: object, from?: string): Socket => {
    const options = { path: SOCKET.path, transports: ['websocket'], forceNew: true, reconnection: false };
    const socket = io(address, { ...options, auth, ...(from && { extraHeaders: { 'x-forwarded-for': from } }) });
    open.push(socket);
    return socket;
  };
  const connected = async ({ token }: TestCaller): Promise<Socket> => {
    const socket = connect({ token });
    await received(socket, 'connect');
    return socket;
  };
  return { address, connect, connectAs: connected, disconnectAll: () => open.splice(0).forEach((socket) => socket.disconnect()) };
}

/** Listens before the tests of the file or `describe`, and disconnects after each. */
export function setUpTestSockets(test: TestApp): TestSockets {
  const sockets = setUp(() => openTestSockets(test));
  afterEach(() => sockets.disconnectAll());
  return sockets;
}
