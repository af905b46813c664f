import { ConnectionStream } from './connection-stream.ts';
import type { FromDatabase, Port, ToDatabase } from './messages.ts';

/** The server's side of an embedded database that runs behind a port. */
export class EmbeddedDatabase {
  /** Settles when the database is open, or could not be opened. */
  readonly ready: Promise<void>;
  readonly #port: Port<FromDatabase, ToDatabase>;
  readonly #streams = new Map<number, ConnectionStream>();
  readonly #closed: Promise<void>;
  #connections = 0;

  constructor(port: Port<FromDatabase, ToDatabase>) {
    this.#port = port;
    let open = (): void => {};
    let fail = (_error: Error): void => {};
    let close = (): void => {};
    this.ready = new Promise((resolve, reject) => {
      open = resolve;
      fail = reject;
    });
    this.#closed = new Promise((resolve) => {
      close = resolve;
    });
    port.listen((message) => {
      if (message.type === 'bytes') this.#streams.get(message.connection)?.receive(message);
      else if (message.type === 'ready') open();
      else if (message.type === 'failed') fail(new Error(message.message));
      else close();
    });
  }

  /** A new connection, for `pg`. */
  connect(): ConnectionStream {
    const connection = ++this.#connections;
    const stream = new ConnectionStream(connection, this.#port);
    this.#streams.set(connection, stream);
    stream.once('close', () => this.#streams.delete(connection));
    return stream;
  }

  /** Ends every connection: the database is gone. */
  fail(error: Error): void {
    for (const stream of this.#streams.values()) stream.destroy(error);
  }

  /** Closes the database after what was asked before. */
  async close(): Promise<void> {
    this.#port.post({ type: 'close' });
    await this.#closed;
  }
}
