import type { FastifyBaseLogger } from 'fastify';
import { newId } from '../../../platform/db/new-id.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';

/**
 * Where the marks lie: one for each message whose files were stored, written before them. The files of a server that was
 * killed are found by it (abandoned-files.ts).
 */
export const MARKS = 'incoming';

/** The key of a message's file; `place` counts from 0. */
export const keyOf = (batch: string, place: number): string => `messages/${batch}/${place}`;

/** The bytes of one message's files: nothing of them stays unless the message does. */
export class KeptFiles {
  readonly #store: FileStore;
  readonly #log: FastifyBaseLogger;
  readonly #batch = newId();
  #keys: string[] = [];

  constructor(store: FileStore, log: FastifyBaseLogger) {
    this.#store = store;
    this.#log = log;
  }

  /** A key for a further file. */
  async nextKey(): Promise<string> {
    if (this.#keys.length === 0) await this.#store.put(`${MARKS}/${this.#batch}`, new Uint8Array());
    const key = keyOf(this.#batch, this.#keys.length);
    this.#keys.push(key);
    return key;
  }

  /** Deletes all of it. Never throws: what fails is logged, and found by its mark. */
  async discard(): Promise<void> {
    const keys = this.#keys;
    this.#keys = [];
    if (keys.length === 0) return;
    try {
      for (const key of keys) await this.#store.delete(key);
      await this.#store.delete(`${MARKS}/${this.#batch}`);
    } catch (error) {
      this.#log.error({ err: error }, 'Files of a message that was not stored were not removed');
    }
  }
}
