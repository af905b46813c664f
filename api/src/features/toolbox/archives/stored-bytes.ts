import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { RandomAccessReader } from 'yauzl';
import type { ObjectStore } from '@solvent/object-store';

/** An archive as it lies in the file store. */
export interface StoredArchive {
  key: string;
  /** Bytes. */
  size: number;
}

/** Archives are read by blocks of so many bytes: a bucket is asked a few hundred times at most. */
const BLOCK = 256 * 1024;
/** So many of them are kept: the table of contents, and where its reader is just now. */
const KEPT = 4;

/** A stored file, read from any place, as the archive reader wants it; a mebibyte of it is in memory at most. */
export class StoredBytes extends RandomAccessReader {
  readonly size: number;
  /** What the store failed with: then it is not the archive that is wrong. */
  failure: unknown;
  readonly #load: (first: number, last: number) => Promise<Buffer | undefined>;
  readonly #blocks = new LRUCache<number, Buffer>({ max: KEPT });

  constructor(store: ObjectStore, { key, size }: StoredArchive) {
    super();
    this.size = size;
    this.#load = (first, last) => store.readAll(key, { first, last });
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#between(start, end), { objectMode: false });
  }

  override read(target: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void): void {
    callbackify(async () => (await this.slice(position, position + length)).copy(target, offset))(done);
  }

  /** The bytes from `start` up to and without `end`. @throws the store's errors; an error of its own where there are none */
  async slice(start: number, end: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.#between(start, end)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *#between(start: number, end: number): AsyncGenerator<Buffer> {
    if (start < 0 || end > this.size) throw new Error('The archive points beyond its own end');
    for (let place = start; place < end;) {
      const block = await this.#block(Math.floor(place / BLOCK));
      const part = block.subarray(place % BLOCK, (place % BLOCK) + end - place);
      place += part.length;
      yield part;
    }
  }

  async #block(index: number): Promise<Buffer> {
    const known = this.#blocks.get(index);
    if (known !== undefined) return known;
    const first = index * BLOCK;
    const last = Math.min(this.size, first + BLOCK) - 1;
    try {
      const block = await this.#load(first, last);
      if (block?.length !== last - first + 1) throw new Error('What was stored is not there, or not whole');
      this.#blocks.set(index, block);
      return block;
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
