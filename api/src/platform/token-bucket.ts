/** `size`: the largest burst. */
export interface Rate {
  size: number;
  perSecond: number;
}

export class TokenBucket {
  readonly #rate: Rate;
  #tokens: number;
  #updatedAt = performance.now();

  constructor({ size, perSecond }: Rate, factor = 1) {
    this.#rate = { size: size * factor, perSecond: perSecond * factor };
    this.#tokens = this.#rate.size;
  }

  take(): boolean {
    if (this.#refill() < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** A full bucket equals a new one. */
  isFull(): boolean {
    return this.#refill() >= this.#rate.size;
  }

  #refill(): number {
    const now = performance.now();
    const { size, perSecond } = this.#rate;
    this.#tokens = Math.min(size, this.#tokens + ((now - this.#updatedAt) / 1000) * perSecond);
    this.#updatedAt = now;
    return this.#tokens;
  }
}
