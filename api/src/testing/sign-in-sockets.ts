import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { SOCKET } from '@solvent/contracts';
import { received } from './sockets.ts';
import type { TestApp } from './test-app.ts';

export const listen = ({ app }: TestApp): Promise<string> => app.listen({ host: '127.0.0.1', port: 0 });

/** Connects with a session's token, like a page. */
export function connect(address: string, token: string): Promise<Socket> {
  const options = { path: SOCKET.path, transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false };
  const socket = io(address, options);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

/** Resolves once the server has revoked the session and disconnected the socket. */
export async function waitUntilRevoked(socket: Socket): Promise<void> {
  await Promise.all([received(socket, 'session_revoked'), received(socket, 'disconnect')]);
}
