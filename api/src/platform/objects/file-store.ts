import type { Readable } from 'node:stream';

/** Bytes from `first` to `last`, both with, counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Keeps files' bytes under keys: the port. Who may read what is in the `files` table, not here. */
export interface FileStore {
  /**
   * Stores `content`; what was under the key before is replaced. Keys are relative paths with `/`. A stream is read as fast
   * as it is stored; one that breaks leaves nothing and throws its error.
   */
  put(key: string, content: Uint8Array | Readable): Promise<void>;
  /** The content, or a range of it, as a stream; undefined if nothing is under this key. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Removes the content; fine if nothing is under this key. */
  delete(key: string): Promise<void>;
  /** The keys right under a folder (`folder/…`), in no order. */
  list(folder: string): Promise<string[]>;
}
