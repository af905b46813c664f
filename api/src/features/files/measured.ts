import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { HEAD_BYTES } from './kinds.ts';

/**
 * Lets a file through and measures it on the way, so that it need not be held whole. What is beyond the limit goes no further:
 * it is read, so that a browser hears why it is refused, and forgotten.
 */
export class Measured extends Transform {
  /** Bytes so far, also those beyond the limit. */
  size = 0;
  isText = true;
  #head: Buffer = Buffer.alloc(0);
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  get head(): Buffer {
    return this.#head;
  }

  get isTooLarge(): boolean {
    return this.size > this.#maxBytes;
  }

  /** In hex: to be asked once, when it is through. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    if (this.isTooLarge) return done();
    this.#hash.update(chunk);
    if (this.#head.length < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    this.#readText(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    this.#readText(undefined);
    done();
  }

  /** A character may lie across two chunks; nothing stands for the end. */
  #readText(chunk: Buffer | undefined): void {
    if (!this.isText) return;
    try {
      this.#decoder.decode(chunk, { stream: chunk !== undefined });
      this.isText = !chunk?.includes(0);
    } catch {
      this.isText = false;
    }
  }
}
