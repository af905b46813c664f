import { Duplex } from 'node:stream';
import type { FromDatabase, Port, ToDatabase } from './messages.ts';

/**
 * What `pg` takes for a socket: carries the wire protocol to the embedded database over a port.
 * It has the methods of net.Socket that `pg` calls.
 */
export class ConnectionStream extends Duplex {
  readonly #connection: number;
  readonly #port: Port<FromDatabase, ToDatabase>;

  constructor(connection: number, port: Port<FromDatabase, ToDatabase>) {
    super();
    this.#connection = connection;
    this.#port = port;
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  /** Takes what the database answered. */
  receive(message: FromDatabase & { type: 'bytes' }): void {
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

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
