/**
 * A bucket of tokens for each key, in this process: it holds so many, and gets back so many a second. What has not taken one
 * for a while costs no memory once {@link TokenBuckets.forgetFull} has run.
 */
export class TokenBuckets {
  readonly #size: number;
  readonly #perSecond: number;
  readonly #buckets = new Map<string, { tokens: number; at: number }>();

  constructor({ size, perSecond }: { size: number; perSecond: number }) {
    this.#size = size;
    this.#perSecond = perSecond;
  }

  /** Takes a token; false if there is none. */
  take(key: string): boolean {
    const now = performance.now();
    const tokens = this.#tokensOf(key, now);
    this.#buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    return tokens >= 1;
  }

  /** Forgets the buckets that are full again: they are what a new one is. */
  forgetFull(): void {
    const now = performance.now();
    for (const key of this.#buckets.keys()) if (this.#tokensOf(key, now) >= this.#size) this.#buckets.delete(key);
  }

  #tokensOf(key: string, now: number): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return this.#size;
    return Math.min(this.#size, bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond);
  }
}
