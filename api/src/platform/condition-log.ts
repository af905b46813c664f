import type { FastifyBaseLogger } from 'fastify';

/** Minimum time between two lines while a condition lasts (ms). */
const PAUSE = 60_000;

/** Texts of the log lines. `reason` is short, such as an error code; `seconds` is how long the condition has lasted. */
interface Lines {
  begins: (reason: string) => string;
  lasts: (reason: string, seconds: number) => string;
  ends: (seconds: number) => string;
}

/**
 * Logs a condition that polling loops detect repeatedly, such as a database outage: one line when it begins, at most one a minute while
 * it lasts, and one when it ends. A flapping condition is limited to one begin and one end a minute.
 */
export class ConditionLog {
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly #lines: Lines;
  readonly #pause: number;
  #since: number | undefined;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #isLogged = false;

  /** @param pause minimum time between two lines while the condition lasts (ms) */
  constructor(log: Pick<FastifyBaseLogger, 'warn' | 'info'>, lines: Lines, pause = PAUSE) {
    this.#log = log;
    this.#lines = lines;
    this.#pause = pause;
  }

  /** Reports that the condition holds. */
  holds(reason: string): void {
    const now = performance.now();
    this.#since ??= now;
    if (now - this.#loggedAt < this.#pause) return;
    this.#log.warn(this.#isLogged ? this.#lines.lasts(reason, this.#seconds(this.#since)) : this.#lines.begins(reason));
    this.#isLogged = true;
    this.#loggedAt = now;
  }

  /** Reports that the condition does not hold. */
  ended(): void {
    if (this.#since !== undefined && this.#isLogged) this.#log.info(this.#lines.ends(this.#seconds(this.#since)));
    this.#since = undefined;
    this.#isLogged = false;
  }

  #seconds(since: number): number {
    return Math.round((performance.now() - since) / 1000);
  }
}
