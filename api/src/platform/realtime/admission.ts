import type { Server } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@solvent/contracts';
import { SOCKET_LIMIT_CODE } from '@solvent/contracts';
import type { SocketMetrics } from '../metrics/metrics.ts';
import { MAX_SOCKETS } from './connection-quota.ts';
import type { ConnectionQuota } from './connection-quota.ts';

export interface SocketSessions {
  /** Null for an unknown, expired or ended session. */
  find(token: string): Promise<{ user: { id: string }; sessionId: string } | null>;
  findLive(sessionIds: ReadonlySet<string>): Promise<Set<string>>;
}

interface SocketData {
  token: string;
  userId: string;
  sessionId: string;
}

export type Io = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>;
export type ServerSocket = Parameters<Parameters<Io['use']>[0]>[0];

export const userRoom = (id: string): string => `user:${id}`;
export const sessionRoom = (id: string): string => `session:${id}`;

/** Rejects the new socket: closing the oldest one would make it reconnect and close the next. */
const limitError = () =>
  Object.assign(new Error(`You already have ${MAX_SOCKETS} pages open. Close one of them to get live updates on this one.`), {
    data: { code: SOCKET_LIMIT_CODE },
  });

function revokeSocket(socket: Pick<ServerSocket, 'emit' | 'disconnect'>): void {
  socket.emit('session_revoked');
  socket.disconnect(true);
}

interface AdmissionDeps {
  sessions: SocketSessions;
  quota: ConnectionQuota;
  metrics: SocketMetrics;
  /** Waits for a slot of the socket's network. @returns releases it @throws if too many wait */
  acquire: (socket: ServerSocket) => Promise<() => void>;
}

async function authenticate(socket: ServerSocket, { sessions, quota, metrics }: AdmissionDeps): Promise<Error | undefined> {
  const reject = (reason: string, error: Error) => {
    metrics.refused.inc({ reason });
    return error;
  };
  const { token } = socket.handshake.auth as { token?: unknown };
  const caller = typeof token === 'string' ? await sessions.find(token) : null;
  if (typeof token !== 'string' || caller === null) return reject('unauthenticated', new Error('unauthenticated'));
  const { user, sessionId } = caller;
  const release = () => quota.release(user.id, socket.id);
  socket.conn.once('close', release);
  const isAcquired = await quota.acquire(user.id, socket.id);
  // The connection may have closed before.
  if (socket.conn.readyState !== 'open') release();
  if (!isAcquired) return reject('crowded', limitError());
  socket.data = { token, userId: user.id, sessionId };
  await socket.join([userRoom(user.id), sessionRoom(sessionId)]);
  return undefined;
}

export function admitSockets(io: Io, deps: AdmissionDeps): void {
  const { sessions, metrics, acquire } = deps;
  const seen = new WeakSet<object>();
  io.use(async (socket, next) => {
    // One socket per connection: otherwise a client could make the server authenticate many cheaply.
    if (seen.has(socket.conn)) return next(new Error('unavailable'));
    seen.add(socket.conn);
    let release: (() => void) | undefined;
    try {
      release = await acquire(socket);
      next(await authenticate(socket, deps));
    } catch {
      metrics.refused.inc({ reason: 'unavailable' });
      next(new Error('unavailable'));
    } finally {
      release?.();
    }
  });
  // The session may have ended before the socket joined its room.
  io.on('connection', async (socket) => {
    const caller = await sessions.find(socket.data.token).catch(() => undefined);
    if (caller === null) revokeSocket(socket);
  });
}

/** Closes this process's sockets of expired sessions, which emit no event. Uses one query. */
export async function closeExpired(io: Io, sessions: SocketSessions): Promise<void> {
  const open = [...io.sockets.sockets.values()];
  if (open.length === 0) return;
  const live = await sessions.findLive(new Set(open.map(({ data }) => data.sessionId)));
  for (const socket of open) if (!live.has(socket.data.sessionId)) revokeSocket(socket);
}
