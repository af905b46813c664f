import { Duplex } from 'node:stream';
import type { ClientMessage, DatabaseMessage, TypedPort } from './messages.ts';

/** Carries the wire protocol to the embedded database, with the methods of net.Socket that `pg` calls. */
export class ConnectionStream extends Duplex {
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

  receive(message: DatabaseMessage & { type: 'bytes' }): void {
    if (!this.destroyed) this.push(message.bytes);
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
