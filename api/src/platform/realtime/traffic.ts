import type { IncomingMessage } from 'node:http';
import type { SocketMetrics } from '../metrics/metrics.ts';
import { TokenBucket } from '../token-bucket.ts';
import type { Rate } from '../token-bucket.ts';
import type { Io, ServerSocket } from './admission.ts';

/** Known events; clients can send any name. */
const EVENTS = new Set(['send_message', 'typing', 'watch_problem', 'unwatch_problem']);

/** Events; a page that reconnects watches up to 50 problems at once. */
const SOCKET_RATE: Rate = { size: 100, perSecond: 10 };
const USER_RATE: Rate = { size: 300, perSecond: 30 };
/** Packets, including dropped ones: a connection beyond this is closed. */
const CONNECTION_RATE: Rate = { size: 400, perSecond: 20 };
const USER_CONNECTIONS_RATE: Rate = { size: 600, perSecond: 60 };
/** Connection attempts: an office of a thousand pages reconnects within a minute. */
const NETWORK_RATE: Rate = { size: 1000, perSecond: 20 };
/** Connections of a network that have no socket yet. */
const MAX_PENDING = 100;

const RATE_LIMITED = {
  status: false,
  code: 'rate_limited',
  message: 'This page sends too many events. Please wait a moment.',
};

type Connection = ServerSocket['conn'];

/** Limits the connections of networks, and the packets and events of connections and users. */
export function createTraffic(getNetwork: (request: IncomingMessage) => string, factor: number, metrics: SocketMetrics) {
  const buckets = new Map<string, TokenBucket>();
  /** Connections without a socket, by network. */
  const pending = new Map<string, Set<Connection>>();

  const take = (key: string, rate: Rate): boolean => {
    const bucket = buckets.get(key) ?? new TokenBucket(rate, factor);
    buckets.set(key, bucket);
    return bucket.take();
  };
  const addPending = (connection: Connection) => {
    const network = getNetwork(connection.request);
    const ofNetwork = pending.get(network) ?? new Set();
    pending.set(network, ofNetwork.add(connection));
    // Its address is unknown by then.
    connection.once('close', () => ofNetwork.delete(connection));
  };
  /** Counts one flood per connection, which receives further packets until it is closed. */
  const closeFlooding = (connection: Connection) => {
    if (connection.readyState === 'open') metrics.refused.inc({ reason: 'flood' });
    connection.close(true);
  };

  return {
    allows: (request: IncomingMessage): boolean => {
      const network = getNetwork(request);
      const hasCapacity = (pending.get(network)?.size ?? 0) < MAX_PENDING * factor;
      const isAllowed = hasCapacity && take(`network ${network}`, NETWORK_RATE);
      if (!isAllowed) metrics.refused.inc({ reason: 'network' });
      return isAllowed;
    },
    limit: (io: Io): void => {
      io.engine.on('connection', (connection: Connection) => {
        addPending(connection);
        const packets = new TokenBucket(CONNECTION_RATE, factor);
        connection.on('packet', () => {
          if (!packets.take()) closeFlooding(connection);
        });
        connection.on('packetCreate', ({ type }: { type: string }) => {
          if (type === 'message') metrics.sent.inc();
        });
      });
      io.on('connection', (socket) => {
        const { userId } = socket.data;
        metrics.opened.inc();
        pending.get(getNetwork(socket.request))?.delete(socket.conn);
        // Counts packets before they are parsed, which costs more.
        socket.conn.on('packet', () => {
          if (!take(`packets ${userId}`, USER_CONNECTIONS_RATE)) closeFlooding(socket.conn);
        });
        const events = new TokenBucket(SOCKET_RATE, factor);
        socket.use((packet, next) => {
          metrics.received.inc({ event: EVENTS.has(packet[0]) ? packet[0] : 'other' });
          if (events.take() && take(`events ${userId}`, USER_RATE)) return next();
          const acknowledge: unknown = packet.at(-1);
          if (typeof acknowledge === 'function') acknowledge(RATE_LIMITED);
        });
      });
    },
    /** Frees the memory of idle users and networks. */
    deleteIdle: (): void => {
      for (const [key, bucket] of buckets) if (bucket.isFull()) buckets.delete(key);
      for (const [network, connections] of pending) if (connections.size === 0) pending.delete(network);
    },
  };
}
