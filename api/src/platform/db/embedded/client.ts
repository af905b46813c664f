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

/** A worker, or an end of a MessageChannel. The other end is our own code. */
export interface Port<In, Out> {
  postMessage(message: Out): void;
  on(event: 'message', listener: (message: In) => void): unknown;
}

type DatabasePort = Port<DatabaseMessage, ClientMessage>;

/**
 * Carries the wire protocol to the embedded database, with the methods of net.Socket that `pg` calls. `pg` writes messages up to a Sync
 * at once (`cork`), and they stay together, so that an error skips the rest of them.
 */
function openStream(connection: number, port: DatabasePort) {
  const stream = new Duplex({
    read: () => undefined,
    writev(chunks: { chunk: Uint8Array }[], done) {
      const bytes = Uint8Array.from(Buffer.concat(chunks.map(({ chunk }) => chunk)));
      port.postMessage({ type: 'bytes', connection, bytes });
      done();
    },
    final(done) {
      this.push(null);
      done();
    },
    destroy(error, done) {
      port.postMessage({ type: 'ended', connection });
      done(error);
    },
  });
  const ignore = () => stream;
  const connect = () => {
    process.nextTick(() => stream.emit('connect'));
    return stream;
  };
  return Object.assign(stream, { connect, setNoDelay: ignore, setKeepAlive: ignore, ref: ignore, unref: ignore });
}

export class EmbeddedDatabase {
  readonly ready: Promise<void>;
  readonly #port: DatabasePort;
  readonly #streams = new Map<number, ReturnType<typeof openStream>>();
  readonly #closed: Promise<void>;
  #connections = 0;

  constructor(port: DatabasePort) {
    this.#port = port;
    this.ready = new Promise((resolve, reject) => {
      port.on('message', (message) => {
        if (message.type === 'ready') resolve();
        else if (message.type === 'failed') reject(new Error(message.message));
        else if (message.type === 'bytes') this.#receive(message.connection, message.bytes);
      });
    });
    this.#closed = new Promise((resolve) => {
      port.on('message', ({ type }) => type === 'closed' && resolve());
    });
  }

  #receive(connection: number, bytes: Uint8Array): void {
    const stream = this.#streams.get(connection);
    if (stream?.destroyed === false) stream.push(bytes);
  }

  connect() {
    const connection = ++this.#connections;
    const stream = openStream(connection, this.#port);
    this.#streams.set(connection, stream);
    stream.once('close', () => this.#streams.delete(connection));
    return stream;
  }

  fail(error: Error): void {
    for (const stream of this.#streams.values()) stream.destroy(error);
  }

  async close(): Promise<void> {
    this.#port.postMessage({ type: 'close' });
    await this.#closed;
  }
}
