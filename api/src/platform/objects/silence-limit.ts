import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';

/** Passes content on, and fails where the side it comes from says nothing for so long (ms); whoever takes it may take their time. */
export class SilenceLimit extends Transform {
  readonly #patience: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(patience: number) {
    super();
    this.#patience = patience;
    this.#wait();
    this.on('drain', () => this.#wait());
  }

  override _transform(chunk: unknown, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#wait();
    done(null, chunk);
  }

  override _final(done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    done(error);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.writableNeedDrain && !this.writableEnded) this.destroy(new Error(`Nothing more came for ${this.#patience} ms`));
    }, this.#patience);
  }
}
