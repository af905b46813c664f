import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { RandomAccessReader } from 'yauzl';
import type { ObjectStore } from '@solvent/object-store';

export interface StoredArchive {
  key: string;
  size: number;
}

/** Bytes per read from the store: a few hundred reads per archive. */
const BLOCK_BYTES = 256 * 1024;
/** One for the central directory, others for the current position. */
const MAX_CACHED_BLOCKS = 4;

/** A stored archive with random access; caches at most 1 MiB. */
export class StoredArchiveReader extends RandomAccessReader {
  readonly size: number;
  /** Distinguishes a failed store from an invalid archive. */
  storeError: unknown;
  readonly #load: (first: number, last: number) => Promise<Buffer | undefined>;
  readonly #blocks = new LRUCache<number, Buffer>({ max: MAX_CACHED_BLOCKS });

  constructor(store: ObjectStore, { key, size }: StoredArchive) {
    super();
    this.size = size;
    this.#load = (first, last) => store.readAll(key, { first, last });
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#readRange(start, end), { objectMode: false });
  }

  override read(target: Buffer, offset: number, length: number, position: number, done: (error: Error | null) => void): void {
    callbackify(async () => (await this.slice(position, position + length)).copy(target, offset))(done);
  }

  /** @param end exclusive */
  async slice(start: number, end: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.#readRange(start, end)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async *#readRange(start: number, end: number): AsyncGenerator<Buffer> {
    if (start < 0 || end > this.size) throw new Error('The archive refers to bytes beyond its end');
    for (let offset = start; offset < end;) {
      const block = await this.#readBlock(Math.floor(offset / BLOCK_BYTES));
      const chunk = block.subarray(offset % BLOCK_BYTES, (offset % BLOCK_BYTES) + end - offset);
      offset += chunk.length;
      yield chunk;
    }
  }

  async #readBlock(index: number): Promise<Buffer> {
    const cached = this.#blocks.get(index);
    if (cached !== undefined) return cached;
    const first = index * BLOCK_BYTES;
    const last = Math.min(this.size, first + BLOCK_BYTES) - 1;
    try {
      const block = await this.#load(first, last);
      if (block?.length !== last - first + 1) throw new Error('The stored archive is missing or incomplete');
      this.#blocks.set(index, block);
      return block;
    } catch (error) {
      this.storeError = error;
      throw error;
    }
  }
}
