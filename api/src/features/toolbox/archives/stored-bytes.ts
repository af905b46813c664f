import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';
import type { ObjectStore } from '@solvent/object-store';

/** Archives are read by blocks of so many bytes: a bucket is asked a few hundred times at most. */
const BLOCK = 256 * 1024;
/** So many of them are kept: the table of contents, and where its reader is just now. */
const KEPT = 4;

/** A stored file, read from any place, as the archive reader wants it; a mebibyte of it is in memory at most. */
export class StoredBytes extends RandomAccessReader {
  readonly size: number;
  /** What the store failed with: then it is not the archive that is wrong. */
  failure: unknown;
  readonly #store: ObjectStore;
  readonly #key: string;
  readonly #blocks = new Map<number, Buffer>();

  /** @param size of the stored file, in bytes */
  constructor(store: ObjectStore, key: string, size: number) {
    super();
    this.#store = store;
    this.#key = key;
    this.size = size;
  }

  /** The bytes from `start` up to and without `wantedEnd`, as far as there are any, block by block. @throws the store's errors */
  async *between(start: number, wantedEnd: number): AsyncGenerator<Buffer> {
    const end = Math.min(wantedEnd, this.size);
    for (let place = start; place < end;) {
      const index = Math.floor(place / BLOCK);
      const block = await this.#block(index);
      const part = block.subarray(place - index * BLOCK, end - index * BLOCK);
      place += part.length;
      yield part;
    }
  }

  /** Fills `target`; asked by the archive reader. What lies beyond the file is an error of its own. */
  override read(target: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void): void {
    if (!(position >= 0 && position + length <= this.size)) {
      setImmediate(done, new Error('The archive points beyond its own end'));
      return;
    }
    callbackify(() => this.#fill(target, offset, position, position + length))(done);
  }

  /** So many bytes from `start`, or fewer at the file's end. */
  async at(start: number, length: number): Promise<Buffer> {
    const target = Buffer.alloc(Math.max(0, Math.min(length, this.size - start)));
    await this.#fill(target, 0, start, start + length);
    return target;
  }

  async #fill(target: Buffer, offset: number, start: number, end: number): Promise<void> {
    let place = offset;
    for await (const part of this.between(start, end)) place += part.copy(target, place);
  }

  async #block(index: number): Promise<Buffer> {
    const block = this.#blocks.get(index) ?? (await this.#load(index));
    this.#blocks.delete(index);
    this.#blocks.set(index, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > KEPT && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }

  async #load(index: number): Promise<Buffer> {
    const first = index * BLOCK;
    const last = Math.min(this.size, first + BLOCK) - 1;
    try {
      const content = await this.#store.read(this.#key, { first, last });
      if (content === undefined) throw new Error(`What was stored under ${this.#key} is not there`);
      const block = await buffer(content);
      if (block.length !== last - first + 1) throw new Error(`What was stored under ${this.#key} is not whole`);
      return block;
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
