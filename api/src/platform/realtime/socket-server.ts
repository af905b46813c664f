import type { IncomingMessage, Server as HttpServer } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@solvent/contracts';
import { SOCKET } from '@solvent/contracts';
import type { ConcurrencyLimiters } from '../concurrency/limiters.ts';
import type { Config } from '../config/config.ts';
import { rejectUpgrade } from '../errors/broken-requests.ts';
import type { AppError } from '../errors/app-error.ts';
import { toAppError } from '../errors/error-handler.ts';
import { throttledError } from '../failure-log.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../http/network.ts';
import { hasOneHost } from '../http/request-headers.ts';
import { openEventStream } from '../redis/event-stream.ts';
import type { RoomMessage } from '../redis/event-stream.ts';
import { createPresenceStore, HEARTBEAT_INTERVAL_MS } from '../redis/presence-store.ts';
import type { RedisLink } from '../redis/redis.ts';
import type { SocketWatcher } from '../metrics/socket-metrics.ts';
import { readTraceparent, withSpan } from '../tracing/tracing.ts';
import { admitSockets, closeExpired, sessionRoom, userRoom } from './admission.ts';
import type { Io, ServerSocket, SocketSessions } from './admission.ts';
import { ConnectionQuota, RENEW_INTERVAL_MS } from './connection-quota.ts';
import { gatherWrites } from './gathered-writes.ts';
import { Presence } from './presence.ts';
import type { FindPeers } from './presence.ts';
import { handleTyping } from './typing.ts';
import type { FindOtherParticipant } from './typing.ts';
import type { Realtime, ReceiveMessage } from './realtime.ts';
import { Traffic } from './traffic.ts';
import { handleWatching, problemRoom } from './watching.ts';

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
  watcher: SocketWatcher;
  /** False: this process has no sockets and only publishes events. */
  acceptsConnections: boolean;
  redis: RedisLink | undefined;
}

export interface SocketServer extends Realtime {
  count(): number;
  /** Closes all connections; clients reconnect at random times. */
  close(): Promise<void>;
}

function emitLocally(io: Io, { room, event, payload = [], isVolatile }: RoomMessage): void {
  // Saves the encoding: most rooms of other servers do not exist here.
  if (!io.of('/').adapter.rooms.has(room)) return;
  if (event === undefined) io.in(room).disconnectSockets(true);
  // The publisher checked the types of the event.
  else (isVolatile === true ? io.to(room).volatile : io.to(room)).emit(event as keyof ServerEvents, ...(payload as never));
}

function connectReplicas(io: Io, { redis, acceptsConnections }: SocketServerDeps) {
  if (redis === undefined) return undefined;
  const listener = {
    onMessage: (message: RoomMessage) => emitLocally(io, message),
    // Pages reconnect with jitter, and refetch what they may have missed.
    onGap: () => io.sockets.sockets.forEach((socket) => socket.conn.close()),
  };
  return {
    stream: openEventStream(redis, acceptsConnections ? listener : undefined),
    store: createPresenceStore(redis.commands),
  };
}

/** @returns stops tracking */
function trackPresence(io: Io, presence: Presence, redis: RedisLink | undefined): () => void {
  io.on('connection', (socket) => {
    const { userId } = socket.data;
    presence.pageOpened(userId);
    socket.on('disconnect', () => presence.pageClosed(userId));
  });
  if (redis === undefined) return () => undefined;
  // The next heartbeat makes up for a failed one; the connection logs outages.
  const beat = () => void presence.heartbeat().catch(() => undefined);
  const timer = setInterval(beat, HEARTBEAT_INTERVAL_MS).unref();
  redis.commands.on('ready', beat);
  beat();
  return () => {
    clearInterval(timer);
    redis.commands.off('ready', beat);
  };
}

/** Finds a client's address as Fastify does for requests. */
function createAddressFinder(trusted: string[]): (request: IncomingMessage) => string {
  const isTrusted = trusted.length > 0 ? proxyAddress.compile(trusted) : () => false;
  return (request) => proxyAddress(request, isTrusted);
}

/** Runs periodic tasks, which ignore failures until the next run. @returns stops them */
function startSweeping(io: Io, sessions: SocketSessions, quota: ConnectionQuota, traffic: Traffic): () => void {
  const timers = [
    setInterval(() => {
      traffic.deleteIdle();
      void closeExpired(io, sessions).catch(() => undefined);
    }, SWEEP_INTERVAL_MS).unref(),
    setInterval(() => void quota.renew(), RENEW_INTERVAL_MS).unref(),
  ];
  return () => timers.forEach((timer) => clearInterval(timer));
}

/** Ignores messages without an acknowledgment, whose sender would not learn the outcome. */
function handleMessages(socket: ServerSocket, receive: ReceiveMessage, ip: string, { log, watcher }: SocketServerDeps): void {
  const { userId, sessionId } = socket.data;
  const handleFailure = (error: unknown) => {
    // Accepts any error: unknown ones become `internal`.
    const { code, cause } = toAppError(error as AppError);
    watcher.sendFailed(code);
    if (cause !== undefined) log.warn(throttledError(cause), 'A message sent over a socket was not stored');
    return null;
  };
  socket.on('send_message', async (payload: unknown, acknowledge: unknown) => {
    if (typeof acknowledge !== 'function') return;
    const work = () => receive({ userId, sessionId, ip }, payload);
    const span = { name: 'send_message', kind: 'server' } as const;
    acknowledge(await withSpan(span, readTraceparent(payload), work).catch(handleFailure));
  });
}

async function closeConnections({ engine }: Io): Promise<void> {
  const durationMs = Math.min(engine.clientsCount * CLOSE_MS_PER_CONNECTION, MAX_CLOSE_MS);
  // Not part of the public type.
  const connections = Object.values((engine as unknown as { clients: Record<string, { close(): void }> }).clients);
  await Promise.all(
    connections.map(async (connection) => {
      await wait(Math.random() * durationMs);
      connection.close();
    }),
  );
  engine.close();
}

/** Socket.IO on the HTTP server: websocket only, no other origins (product 11.13). */
export function createSocketServer(http: HttpServer, deps: SocketServerDeps): SocketServer {
  const { config, sessions, redis, limiters, watcher, findPeers, findOtherParticipant } = deps;
  const findAddress = createAddressFinder(config.trustProxy);
  const traffic = new Traffic((request) => getNetwork(findAddress(request)), config.rateLimitFactor, watcher);
  const io: Io = new Server<ClientEvents, ServerEvents>(http, {
    path: SOCKET.path,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: SOCKET.maxMessageBytes,
    connectTimeout: CONNECT_TIMEOUT_MS,
    allowRequest: (request, decide) => decide(null, hasOneHost(request) && traffic.allows(request)),
    destroyUpgrade: false,
  });
  http.on('upgrade', ({ url }, connection) => {
    if (url?.startsWith(`${SOCKET.path}/`) !== true) rejectUpgrade(connection);
  });
  traffic.limit(io);
  gatherWrites(io);
  const replicas = connectReplicas(io, deps);
  const publish = (message: RoomMessage) => {
    emitLocally(io, message);
    replicas?.stream.publish(message);
  };
  const presence = new Presence({
    findPeers,
    notify: (peerId, person) => publish({ room: userRoom(peerId), event: 'presence', payload: [person] }),
    store: replicas?.store,
  });
  const quota = new ConnectionQuota(redis?.commands);
  admitSockets(io, {
    sessions,
    quota,
    watcher,
    // Shares the limit of the network's requests.
    acquire: ({ request }) => limiters.requests.acquire(getNetwork(findAddress(request), WIDEST_PREFIX_BITS)),
  });
  const stopSweeping = startSweeping(io, sessions, quota, traffic);
  const stopPresence = trackPresence(io, presence, redis);
  io.on('connection', (socket) => {
    handleWatching(socket);
    handleTyping(socket, socket.data.userId, findOtherParticipant, (id, typing) =>
      publish({ room: userRoom(id), event: 'typing', payload: [typing], isVolatile: true }),
    );
  });
  return {
    toUser: (userId, event, ...payload) => publish({ room: userRoom(userId), event, payload }),
    toProblem: (problemId, event, ...payload) => publish({ room: problemRoom(problemId), event, payload }),
    onMessage: (receive) => {
      io.on('connection', (socket) => handleMessages(socket, receive, findAddress(socket.request), deps));
    },
    flush: async () => replicas?.stream.flush() ?? true,
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
      stopSweeping();
      await presence.close();
      replicas?.stream.close();
    },
  };
}
