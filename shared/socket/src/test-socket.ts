import { jest } from '@jest/globals';

type Handler = (...payload: unknown[]) => void;

export class FakeSocket {
  readonly connect = jest.fn();
  readonly disconnect = jest.fn(() => this);
  readonly emit = jest.fn();
  readonly emitWithAck = jest.fn<(event: string, payload: unknown) => Promise<unknown>>();
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

  receive(event: string, ...payload: unknown[]) {
    if (event === 'connect' || event === 'disconnect') this.connected = event === 'connect';
    for (const handler of this.#handlers.get(event) ?? []) handler(...payload);
  }
}
