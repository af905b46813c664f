import type { Readable } from 'node:stream';

/** Keeps files' bytes under keys: the port. Who may read what is in the `files` table, not here. */
export interface FileStore {
  /** Stores `content`; what was under the key before is replaced. Keys are relative paths with `/`. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** The content as a stream, or undefined if nothing is under this key. */
  read(key: string): Promise<Readable | undefined>;
  /** Removes the content; fine if nothing is under this key. */
  delete(key: string): Promise<void>;
}
