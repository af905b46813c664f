import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';

/** A video says what it is in these. */
const HEAD_BYTES = 64;

/**
 * Lets a file through unchanged and measures it on the way, so that it need not be held whole. What is beyond the limit goes
 * no further: it is read, so that a browser hears why it is refused, and forgotten.
 */
export class Measured extends Transform {
  /** Bytes so far, also those beyond the limit. */
  size = 0;
  #head: Buffer = Buffer.alloc(0);
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  /** The first bytes. */
  get head(): Buffer {
    return this.#head;
  }

  get isTooLarge(): boolean {
    return this.size > this.#maxBytes;
  }

  /** SHA-256 in hex: to be asked once, when it is through. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    if (this.isTooLarge) {
      done();
      return;
    }
    this.#hash.update(chunk);
    if (this.#head.length < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    done(null, chunk);
  }
}
