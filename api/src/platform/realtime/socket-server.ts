import type { IncomingMessage, Server as HttpServer } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import type { ClientEvents, ServerEvents } from '@solvent/contracts';
import { SOCKET } from '@solvent/contracts';
import type { Config } from '../config/config.ts';
import { rejectUpgrade } from '../errors/broken-requests.ts';
import type { AppError } from '../errors/app-error.ts';
import { toAppError } from '../errors/error-handler.ts';
import { throttledError } from '../failure-log.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../http/network.ts';
import { hasOneHost } from '../http/one-host.ts';
import { openEventStream } from '../redis/event-stream.ts';
import type { RoomMessage } from '../redis/event-stream.ts';
import { createPresenceStore, HEARTBEAT } from '../redis/presence-store.ts';
import type { RedisLink } from '../redis/redis.ts';
import type { SocketWatcher } from '../metrics/socket-metrics.ts';
import { withSpan, readTraceparent } from '../tracing/tracing.ts';
import type { ConcurrencyLimiters } from '../concurrency/limiters.ts';
import { admit, endExpired } from './admission.ts';
import type { Io, ServerSocket, SocketSessions } from './admission.ts';
import { gatherWrites } from './gathered-writes.ts';
import { Presence } from './presence.ts';
import type { FindPeers } from './presence.ts';
import { letType } from './typing.ts';
import type { FindOtherParticipant } from './typing.ts';
import type { Realtime, TakeMessage } from './realtime.ts';
import { sessionRoom, userRoom } from './rooms.ts';
import { RENEWED_EVERY, SocketPlaces } from './socket-places.ts';
import { Traffic } from './traffic.ts';
import { letWatch, problemRoom } from './watching.ts';

/** Connections end one by one at the end, so that those who come anew elsewhere do not all come at once: so long for each, and for all at most (ms). */
const LEFT_EACH = 2;
const LEFT_WITHIN = 5000;
/** A connection without a socket ends after this (ms). */
const CONNECT_WITHIN = 10_000;
/** How often it is looked which sessions of open sockets ran out (ms). */
const SWEPT_EVERY = 30_000;

/** What sockets stand on. */
export interface SocketServerDeps {
  config: Pick<Config, 'trustProxy' | 'rateLimitFactor'>;
  sessions: SocketSessions;
  findPeers: FindPeers;
  findOtherParticipant: FindOtherParticipant;
  limiters: Pick<ConcurrencyLimiters, 'requests'>;
  log: FastifyBaseLogger;
  watcher: SocketWatcher;
  /** False: nobody connects here; what others' pages are to hear goes out all the same. */
  acceptsConnections: boolean;
  /** What replicas share; undefined: there is one process. */
  redis: RedisLink | undefined;
}

/** A {@link Realtime} that can be closed. */
export interface SocketServer extends Realtime {
  /** How many sockets are open at this process. */
  count(): number;
  /** Ends every connection in a way after which clients connect again by themselves, each at a moment of its own. */
  close(): Promise<void>;
}

/** Says a thing to the pages of this server. */
function sayHere(io: Io, { room, event, payload = [], isVolatile }: RoomMessage): void {
  // Writing it out costs, and most of what other servers say is for pages that are not here.
  if (!io.of('/').adapter.rooms.has(room)) return;
  if (event === undefined) io.in(room).disconnectSockets(true);
  // Whoever said it was held to the contract of its event.
  else (isVolatile === true ? io.to(room).volatile : io.to(room)).emit(event as keyof ServerEvents, ...(payload as never));
}

/** What replicas say to each other: undefined where there is one. */
function connectReplicas(io: Io, { redis, acceptsConnections }: SocketServerDeps) {
  if (redis === undefined) return undefined;
  const listener = {
    onMessage: (saying: RoomMessage) => sayHere(io, saying),
    // Pages that may have missed something connect anew, with jitter, and ask for what they lack.
    onGap: () => io.sockets.sockets.forEach((socket) => socket.conn.close()),
  };
  return {
    stream: openEventStream(redis, acceptsConnections ? listener : undefined),
    store: createPresenceStore(redis.commands),
  };
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

/** The address that asks to connect: the same that calls are counted by. */
function addressFinder(trusted: string[]): (request: IncomingMessage) => string {
  const isTrusted = trusted.length > 0 ? proxyAddress.compile(trusted) : () => false;
  return (request) => proxyAddress(request, isTrusted);
}

/** Does what is to be done now and then. A failure is made up for by the next time. @returns what ends it */
function sweep(io: Io, { sessions }: SocketServerDeps, places: SocketPlaces, traffic: Traffic): () => void {
  const timers = [
    setInterval(() => {
      traffic.forgetQuiet();
      void endExpired(io, sessions).catch(() => undefined);
    }, SWEPT_EVERY).unref(),
    setInterval(() => void places.renew(), RENEWED_EVERY).unref(),
  ];
  return () => timers.forEach((timer) => clearInterval(timer));
}

/** Lets a page send messages. One that wants no answer is not heard: nobody could know what became of it. */
function letSend(socket: ServerSocket, take: TakeMessage, ip: string, { log, watcher }: SocketServerDeps): void {
  const { userId, sessionId } = socket.data;
  const onFailed = (error: unknown) => {
    // Whatever it is, unknown errors become `internal`.
    const { code, cause } = toAppError(error as AppError);
    watcher.sendFailed(code);
    if (cause !== undefined) log.warn(throttledError(cause), 'A message sent over a socket was not stored');
    return null;
  };
  socket.on('send_message', async (said: unknown, acknowledge: unknown) => {
    if (typeof acknowledge !== 'function') return;
    const work = () => take({ userId, sessionId, ip }, said);
    acknowledge(await withSpan({ name: 'send_message', kind: 'server' }, readTraceparent(said), work).catch(onFailed));
  });
}

/** Sends everybody elsewhere, at random moments: many at once would be a rush on the servers that are left. */
async function sendAway({ engine }: Io): Promise<void> {
  const within = Math.min(engine.clientsCount * LEFT_EACH, LEFT_WITHIN);
  // Its type says nothing of the list.
  const connections = Object.values((engine as unknown as { clients: Record<string, { close(): void }> }).clients);
  await Promise.all(
    connections.map(async (connection) => {
      await wait(Math.random() * within);
      connection.close();
    }),
  );
  engine.close();
}

/** Socket.IO on the HTTP server: websocket only, no other origins (product 11.13). */
export function createSocketServer(http: HttpServer, needs: SocketServerDeps): SocketServer {
  const { config, sessions, redis, limiters, watcher, findPeers, findOtherParticipant } = needs;
  const findAddress = addressFinder(config.trustProxy);
  const traffic = new Traffic((request) => getNetwork(findAddress(request)), config.rateLimitFactor, watcher);
  const io: Io = new Server<ClientEvents, ServerEvents>(http, {
    path: SOCKET.path,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: SOCKET.maxMessageBytes,
    connectTimeout: CONNECT_WITHIN,
    allowRequest: (request, answer) => answer(null, hasOneHost(request) && traffic.allows(request)),
    destroyUpgrade: false,
  });
  http.on('upgrade', ({ url }, connection) => {
    if (url?.startsWith(`${SOCKET.path}/`) !== true) rejectUpgrade(connection);
  });
  traffic.bound(io);
  gatherWrites(io);
  const replicas = connectReplicas(io, needs);
  const say = (saying: RoomMessage) => {
    sayHere(io, saying);
    replicas?.stream.publish(saying);
  };
  const presence = new Presence({
    findPeers,
    tell: (peerId, person) => say({ room: userRoom(peerId), event: 'presence', payload: [person] }),
    store: replicas?.store,
  });
  const places = new SocketPlaces(redis?.commands);
  // Together with its network's requests (request-turns.ts).
  admit(io, { sessions, places, watcher }, ({ request }) =>
    limiters.requests.acquire(getNetwork(findAddress(request), WIDEST_PREFIX_BITS)),
  );
  const stopSweeping = sweep(io, needs, places, traffic);
  const stopFollowing = followPeople(io, presence, redis);
  io.on('connection', (socket) => {
    letWatch(socket);
    letType(socket, socket.data.userId, findOtherParticipant, (id, sign) =>
      say({ room: userRoom(id), event: 'typing', payload: [sign], isVolatile: true }),
    );
  });
  return {
    toUser: (userId, event, ...payload) => say({ room: userRoom(userId), event, payload }),
    toProblem: (problemId, event, ...payload) => say({ room: problemRoom(problemId), event, payload }),
    onMessage: (take) => {
      io.on('connection', (socket) => letSend(socket, take, findAddress(socket.request), needs));
    },
    flush: async () => replicas?.stream.flush() ?? true,
    findOnline: (userIds) => presence.online(userIds),
    count: () => io.engine.clientsCount,
    disconnectSession: (sessionId) => {
      const room = sessionRoom(sessionId);
      say({ room, event: 'session_revoked', payload: [] });
      say({ room });
    },
    close: async () => {
      await sendAway(io);
      stopFollowing();
      stopSweeping();
      await presence.close();
      replicas?.stream.close();
    },
  };
}
