import { Duplex } from 'node:stream';

export interface WorkerOptions {
  folder: string;
  isNew: boolean;
}

/** The client numbers the connections. */
export type ClientMessage =
  | { type: 'bytes'; connection: number; bytes: Uint8Array }
  | { type: 'ended'; connection: number }
  | { type: 'close' };

export type DatabaseMessage =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'bytes'; connection: number; bytes: Uint8Array }
  | { type: 'closed' };

export interface TypedPort<In, Out> {
  post(message: Out): void;
  onMessage(listener: (message: In) => void): void;
}

interface UntypedPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

export function toTypedPort<In, Out>(port: UntypedPort): TypedPort<In, Out> {
  return {
    post: (message) => port.postMessage(message),
    // The other end is our own code.
    onMessage: (listener) => port.on('message', (message) => listener(message as In)),
  };
}

/** Carries the wire protocol to the embedded database, with the methods of net.Socket that `pg` calls. */
class ConnectionStream extends Duplex {
  readonly #connection: number;
  readonly #port: TypedPort<DatabaseMessage, ClientMessage>;

  constructor(connection: number, port: TypedPort<DatabaseMessage, ClientMessage>) {
    super();
    this.#connection = connection;
    this.#port = port;
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  receive(bytes: Uint8Array): void {
    if (!this.destroyed) this.push(bytes);
  }

  override _read(): void {}

  override _write(bytes: Uint8Array, _encoding: string, done: () => void): void {
    this.#port.post({ type: 'bytes', connection: this.#connection, bytes });
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.post({ type: 'ended', connection: this.#connection });
    done(error);
  }

  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  ref = (): this => this;
  unref = (): this => this;
}

export class EmbeddedDatabase {
  readonly ready: Promise<void>;
  readonly #port: TypedPort<DatabaseMessage, ClientMessage>;
  readonly #streams = new Map<number, ConnectionStream>();
  readonly #closed: Promise<void>;
  #connections = 0;

  constructor(port: TypedPort<DatabaseMessage, ClientMessage>) {
    this.#port = port;
    this.ready = new Promise((resolve, reject) => {
      port.onMessage((message) => {
        if (message.type === 'ready') resolve();
        else if (message.type === 'failed') reject(new Error(message.message));
        else if (message.type === 'bytes') this.#streams.get(message.connection)?.receive(message.bytes);
      });
    });
    this.#closed = new Promise((resolve) => {
      port.onMessage(({ type }) => type === 'closed' && resolve());
    });
  }

  connect(): ConnectionStream {
    const connection = ++this.#connections;
    const stream = new ConnectionStream(connection, this.#port);
    this.#streams.set(connection, stream);
    stream.once('close', () => this.#streams.delete(connection));
    return stream;
  }

  fail(error: Error): void {
    for (const stream of this.#streams.values()) stream.destroy(error);
  }

  async close(): Promise<void> {
    this.#port.post({ type: 'close' });
    await this.#closed;
  }
}
