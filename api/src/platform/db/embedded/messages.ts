/** Start parameters of the database's worker thread: it creates a new database in a folder, or opens an existing one. */
export interface Opening {
  folder: string;
  isNew: boolean;
}

/** What the server's thread tells the database's thread. Connections are numbered by the server's side. */
export type ToDatabase =
  | { type: 'bytes'; connection: number; bytes: Uint8Array }
  | { type: 'ended'; connection: number }
  | { type: 'close' };

/** What the database's thread answers. */
export type FromDatabase =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'bytes'; connection: number; bytes: Uint8Array }
  | { type: 'closed' };

/** One end of a channel between the two threads. */
export interface Port<In, Out> {
  post(message: Out): void;
  listen(listener: (message: In) => void): void;
}

/** What a Worker and a MessagePort have in common. */
interface Channel {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** A channel's end, typed: the other end is our own code, which speaks the types above. */
export function toTypedPort<In, Out>(channel: Channel): Port<In, Out> {
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.on('message', (message) => listener(message as In)),
  };
}
