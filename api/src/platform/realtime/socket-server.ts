import type { Server as HttpServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Server } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@solvent/contracts';
import { SOCKET } from '@solvent/contracts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Db } from '../db/connect.ts';
import { openEventStream } from '../redis/event-stream.ts';
import { createPresenceStore, HEARTBEAT } from '../redis/presence-store.ts';
import type { RedisLink } from '../redis/redis.ts';
import { admit } from './admission.ts';
import type { Io } from './admission.ts';
import { findPeersIn, Presence } from './presence.ts';
import type { Realtime } from './realtime.ts';
import { sessionRoom, userRoom } from './rooms.ts';
import { findOtherIn, letType } from './typing.ts';
import { letWatch, problemRoom } from './watching.ts';

/** Events that the stream keeps for replicas that are late: some seconds under full load. */
const STREAM_LENGTH = 20_000;
/** A read of the stream waits so long at Redis (ms): less than a connection may be silent. */
const READ_WAITS = 2000;

/** What sockets stand on. */
export interface SocketNeeds {
  db: Db;
  sessions: Sessions;
  /** What replicas share; undefined: there is one process. */
  redis: RedisLink | undefined;
}

/** A {@link Realtime} that can be closed. */
export interface SocketServer extends Realtime {
  /** How many sockets are open at this process. */
  count(): number;
  /** Ends every connection in a way after which clients connect again by themselves, with jitter. */
  close(): Promise<void>;
}

/** What replicas say to each other: undefined where there is one. */
function connectReplicas(io: Io, redis: RedisLink | undefined) {
  if (redis === undefined) return undefined;
  // Pages that may have missed something connect anew, with jitter, and ask for what they lack.
  const stream = openEventStream(redis, () => io.sockets.sockets.forEach((socket) => socket.conn.close()));
  const options = { streamName: 'solvent:events', maxLen: STREAM_LENGTH, blockTimeInMs: READ_WAITS, onlyPlaintext: true };
  io.adapter(createAdapter(stream.client, options));
  return { stream, store: createPresenceStore(redis.commands) };
}

/** Tells those who share a conversation who comes and goes. @returns what ends it */
function followPeople(io: Io, presence: Presence, redis: RedisLink | undefined): () => void {
  io.on('connection', (socket) => {
    const { userId } = socket.data;
    presence.came(userId);
    socket.on('disconnect', () => presence.left(userId));
  });
  if (redis === undefined) return () => undefined;
  // A beat that fails is made up for by the next one; that Redis is away is logged where it is connected.
  const beat = () => void presence.beat().catch(() => undefined);
  const beating = setInterval(beat, HEARTBEAT).unref();
  redis.commands.on('ready', beat);
  beat();
  return () => {
    clearInterval(beating);
    redis.commands.off('ready', beat);
  };
}

/** Socket.IO on the HTTP server: websocket only, no other origins (api "Realtime"). */
export function createSocketServer(http: HttpServer, { db, sessions, redis }: SocketNeeds): SocketServer {
  const io: Io = new Server<ClientEvents, ServerEvents>(http, {
    path: SOCKET.path,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 100_000,
  });
  const replicas = connectReplicas(io, redis);
  const presence = new Presence({
    findPeers: findPeersIn(db),
    tell: (peerId, person) => void io.to(userRoom(peerId)).emit('presence', person),
    store: replicas?.store,
  });
  const findOther = findOtherIn(db);
  admit(io, sessions);
  const stopFollowing = followPeople(io, presence, redis);
  io.on('connection', (socket) => {
    letWatch(socket);
    letType(socket, socket.data.userId, findOther, (id, sign) => void io.to(userRoom(id)).volatile.emit('typing', sign));
  });
  return {
    toUser: (userId, event, ...payload) => {
      io.to(userRoom(userId)).emit(event, ...payload);
    },
    toProblem: (problemId, event, ...payload) => {
      io.to(problemRoom(problemId)).emit(event, ...payload);
    },
    sent: async () => replicas?.stream.sent() ?? true,
    online: (userIds) => presence.online(userIds),
    count: () => io.engine.clientsCount,
    disconnectSession: (sessionId) => {
      const room = io.in(sessionRoom(sessionId));
      room.emit('session_revoked');
      room.disconnectSockets(true);
    },
    close: async () => {
      stopFollowing();
      io.engine.close();
      await presence.close();
      await io.of('/').adapter.close();
      replicas?.stream.close();
    },
  };
}
