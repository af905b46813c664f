import type { IncomingMessage } from 'node:http';
import type { SocketWatcher } from '../metrics/socket-metrics.ts';
import type { Io, ServerSocket } from './admission.ts';

interface Rate {
  size: number;
  perSecond: number;
}

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

/** Token buckets by key. */
class TokenBuckets {
  readonly #rate: Rate;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  take(key: string): boolean {
    const now = performance.now();
    const tokens = this.#countTokens(key, now);
    this.#buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    return tokens >= 1;
  }

  /** Frees the memory of full buckets, which equal new ones. */
  deleteFull(): void {
    const now = performance.now();
    for (const key of this.#buckets.keys()) if (this.#countTokens(key, now) >= this.#rate.size) this.#buckets.delete(key);
  }

  #countTokens(key: string, now: number): number {
    const { size, perSecond } = this.#rate;
    const bucket = this.#buckets.get(key);
    return bucket === undefined ? size : Math.min(size, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
  }
}

export class Traffic {
  readonly #getNetwork: (request: IncomingMessage) => string;
  readonly #maxPending: number;
  readonly #watcher: SocketWatcher;
  readonly #buckets: Record<'network' | 'connection' | 'userConnections' | 'socket' | 'user', TokenBuckets>;
  #connectionCount = 0;
  /** Connections without a socket, by network. */
  readonly #pending = new Map<string, number>();
  readonly #endPending = new WeakMap<Connection, () => void>();

  constructor(getNetwork: (request: IncomingMessage) => string, factor: number, watcher: SocketWatcher) {
    this.#getNetwork = getNetwork;
    this.#watcher = watcher;
    this.#maxPending = MAX_PENDING * factor;
    const createBuckets = ({ size, perSecond }: Rate) => new TokenBuckets({ size: size * factor, perSecond: perSecond * factor });
    this.#buckets = {
      network: createBuckets(NETWORK_RATE),
      connection: createBuckets(CONNECTION_RATE),
      userConnections: createBuckets(USER_CONNECTIONS_RATE),
      socket: createBuckets(SOCKET_RATE),
      user: createBuckets(USER_RATE),
    };
  }

  allows(request: IncomingMessage): boolean {
    const network = this.#getNetwork(request);
    const isAllowed = (this.#pending.get(network) ?? 0) < this.#maxPending && this.#buckets.network.take(network);
    if (!isAllowed) this.#watcher.refused('network');
    return isAllowed;
  }

  limit(io: Io): void {
    io.engine.on('connection', (connection: Connection) => {
      this.#addPending(connection);
      this.#connectionCount += 1;
      const key = String(this.#connectionCount);
      connection.on('packet', () => {
        if (!this.#buckets.connection.take(key)) this.#closeFlooding(connection);
      });
      connection.on('packetCreate', ({ type }: { type: string }) => {
        if (type === 'message') this.#watcher.sent();
      });
    });
    io.on('connection', (socket) => {
      this.#watcher.opened();
      this.#endPending.get(socket.conn)?.();
      // Counts packets before they are parsed, which costs more.
      socket.conn.on('packet', () => {
        if (!this.#buckets.userConnections.take(socket.data.userId)) this.#closeFlooding(socket.conn);
      });
      socket.use((packet, next) => {
        this.#watcher.received(packet[0]);
        if (this.#buckets.socket.take(socket.id) && this.#buckets.user.take(socket.data.userId)) return next();
        const acknowledge: unknown = packet.at(-1);
        if (typeof acknowledge === 'function') acknowledge(RATE_LIMITED);
      });
    });
  }

  /** Counts one flood per connection, which receives further packets until it is closed. */
  #closeFlooding(connection: Connection): void {
    if (connection.readyState === 'open') this.#watcher.refused('flood');
    connection.close(true);
  }

  #addPending(connection: Connection): void {
    const network = this.#getNetwork(connection.request);
    this.#pending.set(network, (this.#pending.get(network) ?? 0) + 1);
    const end = () => {
      if (!this.#endPending.delete(connection)) return;
      const remaining = (this.#pending.get(network) ?? 1) - 1;
      if (remaining > 0) this.#pending.set(network, remaining);
      else this.#pending.delete(network);
    };
    this.#endPending.set(connection, end);
    connection.once('close', end);
  }

  deleteIdle(): void {
    for (const buckets of Object.values(this.#buckets)) buckets.deleteFull();
  }
}
