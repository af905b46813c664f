import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { SOCKET } from '@solvent/contracts';
import type { TestCaller } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Clients of a test's server. */
export interface TestSockets {
  /** Where the server is, `http://…`. */
  address: string;
  /** @param from the address that a proxy says it comes from */
  connect(auth: object, from?: string): Socket;
  /** The caller's socket, once it is let in. */
  connectAs(caller: TestCaller): Promise<Socket>;
  /** For `afterEach`. */
  disconnectAll(): void;
}

/** The first time a socket hears of something. */
export function received<T>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve) => {
    socket.once(event, resolve);
  });
}

/** All that a socket hears from now on: names and payloads. */
export function recordEvents(socket: Socket): unknown[][] {
  const said: unknown[][] = [];
  socket.onAny((...words: unknown[]) => said.push(words));
  return said;
}

/** Makes the application listen, and opens sockets to it. */
export async function openTestSockets({ app }: TestApp): Promise<TestSockets> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  // A TCP server's address is an object.
  const { port } = app.server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
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
