import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@solvent/contracts';
import { SOCKET } from '@solvent/contracts';
import type { ConcurrencyLimiters } from '../concurrency/limiters.ts';
import type { Config } from '../config/config.ts';
import { rejectUpgrade } from '../errors/broken-requests.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../http/network.ts';
import type { SocketMetrics } from '../metrics/metrics.ts';
import { hasOneHost } from '../http/request-headers.ts';
import { openEventStream } from '../redis/event-stream.ts';
import type { RoomMessage } from '../redis/event-stream.ts';
import type { RedisLink } from '../redis/redis.ts';
import { admitSockets, closeExpired, sessionRoom, userRoom } from './admission.ts';
import type { Io, ServerSocket, SocketSessions } from './admission.ts';
import { ConnectionQuota } from './connection-quota.ts';
import { createTypingHandler, handleMessages, handleWatching, problemRoom } from './page-events.ts';
import type { FindOtherParticipant } from './page-events.ts';
import { createPresenceStore, HEARTBEAT_INTERVAL_MS, Presence } from './presence.ts';
import type { FindPeers } from './presence.ts';
import type { Realtime } from './realtime.ts';
import { createTraffic } from './traffic.ts';

/** Connections close at random times when the server stops, so that they do not all reconnect at once. */
const CLOSE_MS_PER_CONNECTION = 2;
const MAX_CLOSE_MS = 5000;
/** A connection without a socket is closed. */
const CONNECT_TIMEOUT_MS = 10_000;
const SWEEP_INTERVAL_MS = 30_000;

export interface SocketServerDeps {
  config: Pick<Config, 'trustProxy' | 'rateLimitFactor'>;
  sessions: SocketSessions;
  findPeers: FindPeers;
  findOtherParticipant: FindOtherParticipant;
  limiters: Pick<ConcurrencyLimiters, 'requests'>;
  log: FastifyBaseLogger;
  metrics: SocketMetrics;
  /** If false, this process has no sockets and only publishes events. */
  acceptsConnections: boolean;
  redis: RedisLink | undefined;
}

export interface SocketServer extends Realtime {
  count(): number;
  /** Closes all connections; clients reconnect at random times. */
  close(): Promise<void>;
}

/** Opens the Socket.IO server for WebSockets only, and rejects other origins. */
function openSockets(http: HttpServer, isAllowed: (request: IncomingMessage) => boolean): Io {
  http.on('upgrade', ({ url }, connection) => {
    if (url?.startsWith(`${SOCKET.path}/`) !== true) rejectUpgrade(connection);
  });
  return new Server<ClientEvents, ServerEvents>(http, {
    path: SOCKET.path,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: SOCKET.maxMessageBytes,
    connectTimeout: CONNECT_TIMEOUT_MS,
    allowRequest: (request, decide) => decide(null, isAllowed(request)),
    destroyUpgrade: false,
  });
}

/**
 * Writes the packets of one tick with one socket write per connection. Writes are the largest cost per event, and each chat message
 * emits three events.
 */
export function gatherWrites({ engine }: Pick<Io, 'engine'>): void {
  // `flush` is an internal API of Engine.IO, which writes queued packets one by one.
  type Connection = Pick<ServerSocket['conn'], 'request'> & { flush(): void };
  const pending = new Map<Connection, () => void>();
  const writeAll = () => {
    const writes = [...pending];
    pending.clear();
    for (const [{ request }, write] of writes) {
      request.socket.cork();
      write();
      request.socket.uncork();
    }
  };
  engine.on('connection', (connection: Connection) => {
    const write = connection.flush.bind(connection);
    connection.flush = () => {
      if (pending.size === 0) setImmediate(writeAll);
      pending.set(connection, write);
    };
  });
}

function emitLocally(io: Io, { room, event, payload = [], isVolatile }: RoomMessage): void {
  // Saves the encoding: most rooms of other servers do not exist here.
  if (!io.of('/').adapter.rooms.has(room)) return;
  if (event === undefined) io.in(room).disconnectSockets(true);
  // The publisher checked the types of the event.
  else (isVolatile === true ? io.to(room).volatile : io.to(room)).emit(event as keyof ServerEvents, ...(payload as never));
}

function trackPresence(io: Io, presence: Presence, redis: RedisLink | undefined): () => void {
  io.on('connection', (socket) => {
    const { userId } = socket.data;
    presence.pageOpened(userId);
    socket.on('disconnect', () => presence.pageClosed(userId));
  });
  // The next heartbeat makes up for a failed one; the connection logs outages.
  const beat = () => void presence.heartbeat().catch(() => undefined);
  const timer = setInterval(beat, HEARTBEAT_INTERVAL_MS).unref();
  redis?.commands.on('ready', beat);
  beat();
  return () => {
    clearInterval(timer);
    redis?.commands.off('ready', beat);
  };
}

async function closeConnections(io: Io): Promise<void> {
  const sockets = [...io.sockets.sockets.values()];
  const durationMs = Math.min(sockets.length * CLOSE_MS_PER_CONNECTION, MAX_CLOSE_MS);
  const closing = sockets.map(async ({ conn }) => {
    await wait(Math.random() * durationMs);
    conn.close();
  });
  await Promise.all(closing);
  // Closes connections without a socket.
  io.engine.close();
}

export function createSocketServer(http: HttpServer, deps: SocketServerDeps): SocketServer {
  const { config, sessions, redis, limiters, metrics, findPeers, findOtherParticipant } = deps;
  // Finds a client's address as Fastify does for requests.
  const isTrustedProxy = config.trustProxy.length > 0 ? proxyAddress.compile(config.trustProxy) : () => false;
  const findAddress = (request: IncomingMessage) => proxyAddress(request, isTrustedProxy);
  const traffic = createTraffic((request) => getNetwork(findAddress(request)), config.rateLimitFactor, metrics);
  const io = openSockets(http, (request) => hasOneHost(request) && traffic.allows(request));
  traffic.limit(io);
  gatherWrites(io);
  const listener = {
    onMessage: (message: RoomMessage) => emitLocally(io, message),
    // Pages reconnect with jitter, and refetch what they may have missed.
    onGap: () => io.sockets.sockets.forEach(({ conn }) => conn.close()),
  };
  const stream = redis && openEventStream(redis, deps.acceptsConnections ? listener : undefined);
  const publish = (message: RoomMessage) => {
    emitLocally(io, message);
    stream?.publish(message);
  };
  admitSockets(io, {
    sessions,
    quota: new ConnectionQuota(redis?.commands),
    metrics,
    // Shares the limit of the network's requests.
    acquire: ({ request }) => limiters.requests.acquire(getNetwork(findAddress(request), WIDEST_PREFIX_BITS)),
  });
  const presence = new Presence({
    findPeers,
    notify: (peerId, person) => publish({ room: userRoom(peerId), event: 'presence', payload: [person] }),
    store: redis && createPresenceStore(redis.commands),
  });
  const stopPresence = trackPresence(io, presence, redis);
  const sweeping = setInterval(() => {
    traffic.deleteIdle();
    // The next run makes up for a failed one.
    void closeExpired(io, sessions).catch(() => undefined);
  }, SWEEP_INTERVAL_MS).unref();
  const handleTyping = createTypingHandler(findOtherParticipant, (id, typing) =>
    publish({ room: userRoom(id), event: 'typing', payload: [typing], isVolatile: true }),
  );
  io.on('connection', (socket) => {
    socket.emit('server_time', Date.now());
    handleWatching(socket);
    handleTyping(socket);
  });
  return {
    toUser: (userId, event, ...payload) => publish({ room: userRoom(userId), event, payload }),
    toProblem: (problemId, event, ...payload) => publish({ room: problemRoom(problemId), event, payload }),
    onMessage: (receive) => {
      io.on('connection', (socket) => handleMessages(socket, findAddress(socket.request), receive, deps));
    },
    flush: async () => stream?.flush() ?? true,
    findOnline: (userIds) => presence.findOnline(userIds),
    count: () => io.engine.clientsCount,
    disconnectSession: (sessionId) => {
      const room = sessionRoom(sessionId);
      publish({ room, event: 'session_revoked', payload: [] });
      publish({ room });
    },
    close: async () => {
      await closeConnections(io);
      stopPresence();
      clearInterval(sweeping);
      await presence.close();
      stream?.close();
    },
  };
}
