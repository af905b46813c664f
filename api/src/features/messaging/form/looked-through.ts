import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';

/** PDF and pictures say what they are in these. */
const HEAD_BYTES = 16;

/** Lets a file through unchanged and looks at it on the way, so that it need not be held whole. */
export class LookedThrough extends Transform {
  /** Bytes so far. */
  size = 0;
  #head: Buffer = Buffer.alloc(0);
  #isText = true;
  readonly #hash = createHash('sha256');
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });

  /** The first bytes. */
  get head(): Buffer {
    return this.#head;
  }

  /** Whether all of it is UTF-8 without a NUL: to be asked once it is through. */
  get isText(): boolean {
    return this.#isText;
  }

  /** SHA-256 in hex: to be asked once, when it is through. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
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
    if (!this.#isText) return;
    try {
      this.#decoder.decode(chunk, { stream: chunk !== undefined });
      this.#isText = !chunk?.includes(0);
    } catch {
      this.#isText = false;
    }
  }
}
