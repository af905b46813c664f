import type { IncomingMessage } from 'node:http';
import type { SocketWatcher } from '../metrics/socket-metrics.ts';
import type { Io, ServerSocket } from './admission.ts';
import { TokenBuckets } from './token-buckets.ts';

/** What a socket may say: a page that comes back says at once what it watches, 50 problems at most. */
const OF_SOCKET = { size: 100, perSecond: 10 };
/** What all sockets of a person at this server may say together. */
const OF_PERSON = { size: 300, perSecond: 30 };
/** What a connection may send, with what is dropped: who goes on is cut off. */
const OF_CONNECTION = { size: 400, perSecond: 20 };
/** What all connections of a person may send together, once they are let in, with what is dropped: likewise. */
const OF_CONNECTIONS = { size: 600, perSecond: 60 };
/** How often a network may knock; an office of a thousand pages comes back within a minute. */
const OF_NETWORK = { size: 1000, perSecond: 20 };
/** So many connections of one network may wait to be let in. */
const WAITING_MAX = 100;

const TOO_OFTEN = { status: false, code: 'rate_limited', message: 'This page says too much at once. Please wait a moment.' };

/** A connection, before and after its socket is let in. */
type Connection = ServerSocket['conn'];

/** Bounds what networks, connections, sockets and people send. */
export class Traffic {
  readonly #networkOf: (request: IncomingMessage) => string;
  readonly #waitingMax: number;
  readonly #watcher: SocketWatcher;
  readonly #buckets: Record<'network' | 'connection' | 'connections' | 'socket' | 'person', TokenBuckets>;
  #connections = 0;
  /** How many connections of each network wait to be let in. */
  readonly #waiting = new Map<string, number>();
  /** What ends a connection's wait. */
  readonly #letIn = new WeakMap<Connection, () => void>();

  /** @param factor multiplies the limits */
  constructor(networkOf: (request: IncomingMessage) => string, factor: number, watcher: SocketWatcher) {
    this.#networkOf = networkOf;
    this.#watcher = watcher;
    this.#waitingMax = WAITING_MAX * factor;
    const times = ({ size, perSecond }: typeof OF_SOCKET) =>
      new TokenBuckets({ size: size * factor, perSecond: perSecond * factor });
    this.#buckets = {
      network: times(OF_NETWORK),
      connection: times(OF_CONNECTION),
      connections: times(OF_CONNECTIONS),
      socket: times(OF_SOCKET),
      person: times(OF_PERSON),
    };
  }

  /** Whether a network may open one more connection. */
  allows(request: IncomingMessage): boolean {
    const network = this.#networkOf(request);
    const isAllowed = (this.#waiting.get(network) ?? 0) < this.#waitingMax && this.#buckets.network.take(network);
    if (!isAllowed) this.#watcher.refused('network');
    return isAllowed;
  }

  /** Bounds what comes over each connection and each socket of a server. */
  bound(io: Io): void {
    io.engine.on('connection', (connection: Connection) => {
      this.#wait(connection);
      this.#connections += 1;
      const number = String(this.#connections);
      connection.on('packet', () => {
        if (!this.#buckets.connection.take(number)) this.#cutOff(connection);
      });
      connection.on('packetCreate', ({ type }: { type: string }) => {
        if (type === 'message') this.#watcher.told();
      });
    });
    io.on('connection', (socket) => {
      this.#watcher.opened();
      this.#letIn.get(socket.conn)?.();
      // Before it is read: what is sent costs more to read than to count.
      socket.conn.on('packet', () => {
        if (!this.#buckets.connections.take(socket.data.userId)) this.#cutOff(socket.conn);
      });
      socket.use((packet, next) => {
        this.#watcher.said(packet[0]);
        if (this.#buckets.socket.take(socket.id) && this.#buckets.person.take(socket.data.userId)) return next();
        const acknowledge: unknown = packet.at(-1);
        if (typeof acknowledge === 'function') acknowledge(TOO_OFTEN);
      });
    });
  }

  /** Packets that came before it ended are one flood. */
  #cutOff(connection: Connection): void {
    if (connection.readyState === 'open') this.#watcher.refused('flood');
    connection.close(true);
  }

  #wait(connection: Connection): void {
    const network = this.#networkOf(connection.request);
    this.#waiting.set(network, (this.#waiting.get(network) ?? 0) + 1);
    const end = () => {
      if (!this.#letIn.delete(connection)) return;
      const left = (this.#waiting.get(network) ?? 1) - 1;
      if (left > 0) this.#waiting.set(network, left);
      else this.#waiting.delete(network);
    };
    this.#letIn.set(connection, end);
    connection.once('close', end);
  }

  /** To be called now and then. */
  forgetQuiet(): void {
    for (const buckets of Object.values(this.#buckets)) buckets.forgetFull();
  }
}
