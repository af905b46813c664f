import { jest } from '@jest/globals';

type Handler = (...payload: unknown[]) => void;

/** A socket whose other end is the test. */
export class FakeSocket {
  readonly connect = jest.fn();
  readonly disconnect = jest.fn(() => this);
  readonly emit = jest.fn();
  /** Answers what is asked; the test says how. */
  readonly emitWithAck = jest.fn<(event: string, said: unknown) => Promise<unknown>>();
  readonly timeout = jest.fn(() => this);
  active = true;
  connected = false;
  readonly #handlers = new Map<string, Set<Handler>>();

  on(event: string, handler: Handler) {
    this.#handlers.set(event, (this.#handlers.get(event) ?? new Set()).add(handler));
  }
  off(event: string, handler: Handler) {
    this.#handlers.get(event)?.delete(handler);
  }
  removeAllListeners() {
    this.#handlers.clear();
  }

  /** What the client hears: from the server, or of the connection. */
  hear(event: string, ...payload: unknown[]) {
    if (event === 'connect' || event === 'disconnect') this.connected = event === 'connect';
    for (const handler of this.#handlers.get(event) ?? []) handler(...payload);
  }
}
