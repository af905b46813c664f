/** What the server's thread tells the database's thread. Connections are numbered by the server's side. */
export type ToDatabase = { type: 'bytes'; connection: number; bytes: Uint8Array } | { type: 'ended'; connection: number } | { type: 'close' };

/** What the database's thread answers. */
export type FromDatabase =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'bytes'; connection: number; bytes: Uint8Array }
  | { type: 'closed' };

/** The parts of a MessagePort (or of a Worker) that both sides use. */
export interface Port<Out> {
  postMessage(message: Out): void;
  on(event: 'message', listener: (message: never) => void): unknown;
}
