import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { SOCKET } from '@solvent/contracts';
import type { TestApp } from './test-app.ts';

/** Lets an application be reached by sockets; gives its address. */
export async function listen({ app }: TestApp): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  // A TCP server's address is an object.
  const { port } = app.server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** A connected socket of a session, as a page opens it. */
export function connect(address: string, token: string): Promise<Socket> {
  const options = { path: SOCKET.path, transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false };
  const socket = io(address, options);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

/** Settles when a socket is told that its session is over, and is closed. */
export async function waitUntilRevoked(socket: Socket): Promise<void> {
  const told = new Promise<void>((resolve) => socket.once('session_revoked', resolve));
  const closed = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
  await Promise.all([told, closed]);
}
