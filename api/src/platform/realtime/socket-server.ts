import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@solvent/contracts';
import { SOCKET } from '@solvent/contracts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Realtime } from './realtime.ts';
import { letWatch, problemRoom } from './watching.ts';

/** What the server keeps on a socket. */
interface SocketData {
  token: string;
}

type Io = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>;

const userRoom = (id: string) => `user:${id}`;
const sessionRoom = (id: string) => `session:${id}`;

function tokenOf(auth: unknown): string | undefined {
  if (typeof auth !== 'object' || auth === null || !('token' in auth)) return undefined;
  return typeof auth.token === 'string' ? auth.token : undefined;
}

/** Refuses a socket without a live session at the handshake, and puts the others in their own rooms. */
function admit(io: Io, sessions: Sessions): void {
  io.use(async (socket, next) => {
    try {
      const token = tokenOf(socket.handshake.auth);
      const caller = token === undefined ? null : await sessions.find(token);
      if (token === undefined || caller === null) return next(new Error('unauthenticated'));
      socket.data.token = token;
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

/** A {@link Realtime} that can be closed. */
export interface SocketServer extends Realtime {
  /** Ends every connection in a way after which clients connect again by themselves, with jitter. */
  close(): Promise<void>;
}

/** Socket.IO on the HTTP server: websocket only, no other origins (api "Realtime"). */
export function createSocketServer(http: HttpServer, sessions: Sessions): SocketServer {
  const io: Io = new Server(http, {
    path: SOCKET.path,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 100_000,
  });
  admit(io, sessions);
  io.on('connection', letWatch);
  return {
    toUser: (userId, event, ...payload) => {
      io.to(userRoom(userId)).emit(event, ...payload);
    },
    toProblem: (problemId, event, ...payload) => {
      io.to(problemRoom(problemId)).emit(event, ...payload);
    },
    sent: async () => true,
    online: async (userIds) => new Set(userIds.filter((id) => io.sockets.adapter.rooms.has(userRoom(id)))),
    disconnectSession: (sessionId) => {
      const room = io.in(sessionRoom(sessionId));
      room.emit('session_revoked');
      room.disconnectSockets(true);
    },
    close: async () => {
      io.engine.close();
    },
  };
}
