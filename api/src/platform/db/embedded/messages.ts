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
