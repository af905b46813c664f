import { ConnectionStream } from './connection-stream.ts';
import type { ClientMessage, DatabaseMessage, TypedPort } from './messages.ts';

export class EmbeddedDatabase {
  readonly ready: Promise<void>;
  readonly #port: TypedPort<DatabaseMessage, ClientMessage>;
  readonly #streams = new Map<number, ConnectionStream>();
  readonly #closed: Promise<void>;
  #connections = 0;

  constructor(port: TypedPort<DatabaseMessage, ClientMessage>) {
    this.#port = port;
    let resolveReady = (): void => {};
    let rejectReady = (_error: Error): void => {};
    let resolveClosed = (): void => {};
    this.ready = new Promise((resolve, reject) => {
      resolveReady = resolve;
      rejectReady = reject;
    });
    this.#closed = new Promise((resolve) => {
      resolveClosed = resolve;
    });
    port.onMessage((message) => {
      if (message.type === 'bytes') this.#streams.get(message.connection)?.receive(message);
      else if (message.type === 'ready') resolveReady();
      else if (message.type === 'failed') rejectReady(new Error(message.message));
      else resolveClosed();
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
