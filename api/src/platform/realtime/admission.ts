import type { Server } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@solvent/contracts';
import { SOCKET_LIMIT_CODE } from '@solvent/contracts';
import type { SocketRefusal, SocketWatcher } from '../metrics/socket-metrics.ts';
import { sessionRoom, userRoom } from './rooms.ts';
import { SOCKETS_MAX } from './socket-places.ts';
import type { SocketPlaces } from './socket-places.ts';

/** The sessions that sockets belong to. */
export interface SocketSessions {
  /** Whose token it is; null for one that is made up, over or ended. */
  find(token: string): Promise<{ user: { id: string }; sessionId: string } | null>;
  /** Which of these sessions are neither over nor ended. */
  findLive(sessionIds: ReadonlySet<string>): Promise<Set<string>>;
}

/** What the server keeps on a socket. */
interface SocketData {
  token: string;
  userId: string;
  sessionId: string;
}

/** The Socket.IO server, typed by the contracts. */
export type Io = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>;
/** A socket at the server. */
export type ServerSocket = Parameters<Parameters<Io['use']>[0]>[0];

function tokenOf(auth: unknown): string | undefined {
  if (typeof auth !== 'object' || auth === null || !('token' in auth)) return undefined;
  return typeof auth.token === 'string' ? auth.token : undefined;
}

/** The new one is refused, not the oldest ended: that one would come back and end the next. */
const crowded = () =>
  Object.assign(new Error(`You have ${SOCKETS_MAX} pages open already. This one hears of news once another one is closed.`), {
    data: { code: SOCKET_LIMIT_CODE },
  });

/** Its place is free again when it ends, at the latest with its connection, which may have broken off meanwhile. */
async function takePlace(places: SocketPlaces, socket: ServerSocket, userId: string): Promise<boolean> {
  const leave = () => places.leave(userId, socket.id);
  const taken = await places.take(userId, socket.id);
  socket.on('disconnect', leave);
  socket.conn.once('close', leave);
  if (socket.conn.readyState !== 'open') leave();
  return taken;
}

/** Tells a socket that its session is over, and closes it. */
function endSocket(socket: Pick<ServerSocket, 'emit' | 'disconnect'>): void {
  socket.emit('session_revoked');
  socket.disconnect(true);
}

/** Puts a socket in its own rooms. @returns why it may not come in, if it may not */
async function letIn(socket: ServerSocket, sessions: SocketSessions, places: SocketPlaces): Promise<Error | undefined> {
  const token = tokenOf(socket.handshake.auth);
  const caller = token === undefined ? null : await sessions.find(token);
  if (token === undefined || caller === null) return new Error('unauthenticated');
  if (!(await takePlace(places, socket, caller.user.id))) return crowded();
  socket.data = { token, userId: caller.user.id, sessionId: caller.sessionId };
  await socket.join([userRoom(caller.user.id), sessionRoom(caller.sessionId)]);
  return undefined;
}

/** What letting sockets in takes. */
interface Entrance {
  sessions: SocketSessions;
  places: SocketPlaces;
  watcher: Pick<SocketWatcher, 'refused'>;
}

const refusalOf = (error: Error): SocketRefusal => (error.message === 'unauthenticated' ? 'unauthenticated' : 'crowded');

/** Waits until it is a socket's turn among those of its network. @returns ends it @throws where too many wait */
type AwaitTurn = (socket: ServerSocket) => Promise<() => void>;

/**
 * Refuses a socket without a live session at the handshake, and one of a person who has too many; puts the others in their own
 * rooms.
 */
export function admit(io: Io, { sessions, places, watcher }: Entrance, awaitTurn: AwaitTurn): void {
  const asked = new WeakSet<object>();
  io.use(async (socket, next) => {
    // Who asks for many sockets over one connection would make each of them cost as much as a connection.
    if (asked.has(socket.conn)) return next(new Error('unavailable'));
    asked.add(socket.conn);
    let endTurn: (() => void) | undefined;
    try {
      endTurn = await awaitTurn(socket);
      const refusal = await letIn(socket, sessions, places);
      if (refusal) watcher.refused(refusalOf(refusal));
      next(refusal);
    } catch {
      watcher.refused('unavailable');
      next(new Error('unavailable'));
    } finally {
      endTurn?.();
    }
  });
  // A session that ended while its socket was let in was not in its room yet when the room was told.
  io.on('connection', async (socket) => {
    const caller = await sessions.find(socket.data.token).catch(() => undefined);
    if (caller === null) endSocket(socket);
  });
}

/** Ends the sockets of this process whose sessions are over by now: those that ran out tell nobody. One query for all. */
export async function endExpired(io: Io, sessions: SocketSessions): Promise<void> {
  const open = [...io.sockets.sockets.values()];
  if (open.length === 0) return;
  const alive = await sessions.findLive(new Set(open.map(({ data }) => data.sessionId)));
  for (const socket of open) if (!alive.has(socket.data.sessionId)) endSocket(socket);
}
