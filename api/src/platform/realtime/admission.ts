import type { Server } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@solvent/contracts';
import type { Sessions } from '../accounts/sessions.ts';
import { sessionRoom, userRoom } from './rooms.ts';

/** What the server keeps on a socket. */
interface SocketData {
  token: string;
  userId: string;
}

/** The Socket.IO server, typed by the contracts. */
export type Io = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>;

function tokenOf(auth: unknown): string | undefined {
  if (typeof auth !== 'object' || auth === null || !('token' in auth)) return undefined;
  return typeof auth.token === 'string' ? auth.token : undefined;
}

/** Refuses a socket without a live session at the handshake, and puts the others in their own rooms. */
export function admit(io: Io, sessions: Sessions): void {
  io.use(async (socket, next) => {
    try {
      const token = tokenOf(socket.handshake.auth);
      const caller = token === undefined ? null : await sessions.find(token);
      if (token === undefined || caller === null) return next(new Error('unauthenticated'));
      socket.data.token = token;
      socket.data.userId = caller.user.id;
      await socket.join([userRoom(caller.user.id), sessionRoom(caller.sessionId)]);
      next();
    } catch {
      next(new Error('unavailable'));
    }
  });
  // A session that ended while its socket was let in was not in its room yet when the room was told.
  io.on('connection', async (socket) => {
    const caller = await sessions.find(socket.data.token).catch(() => undefined);
    if (caller !== null) return;
    socket.emit('session_revoked');
    socket.disconnect(true);
  });
}
