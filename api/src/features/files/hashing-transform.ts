import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { HEAD_BYTES } from './kinds.ts';

/** Drops the bytes beyond the limit after it has read them, so that the browser receives the response. */
export class HashingTransform extends Transform {
  size = 0;
  isText = true;
  head: Buffer = Buffer.alloc(0);
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  get isTooLarge(): boolean {
    return this.size > this.#maxBytes;
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    if (this.isTooLarge) return done();
    this.#hash.update(chunk);
    if (this.head.length < HEAD_BYTES) this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_BYTES - this.head.length)]);
    this.#decodeText(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    this.#decodeText(undefined);
    done();
  }

  /** Streams, since a character may span two chunks. Undefined marks the end. */
  #decodeText(chunk: Buffer | undefined): void {
    if (!this.isText) return;
    try {
      this.#decoder.decode(chunk, { stream: chunk !== undefined });
      this.isText = !chunk?.includes(0);
    } catch {
      this.isText = false;
    }
  }
}
