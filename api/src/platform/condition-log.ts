import type { FastifyBaseLogger } from 'fastify';

/** At most one line in so long (ms) while a condition lasts. */
const PAUSE = 60_000;

/** The lines of a condition. `reason` says why it holds, in a few words; `seconds` since when. */
interface Lines {
  begins: (reason: string) => string;
  lasts: (reason: string, seconds: number) => string;
  ends: (seconds: number) => string;
}

/**
 * Logs a condition that loops find again and again, such as the database being away: one line when it begins, one a minute at most
 * while it lasts, one when it ends. One that comes and goes all the time is not logged more often than that either.
 */
export class ConditionLog {
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly #lines: Lines;
  readonly #pause: number;
  #since: number | undefined;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #isLogged = false;

  /** @param pause at most one line in so long (ms) while it lasts */
  constructor(log: Pick<FastifyBaseLogger, 'warn' | 'info'>, lines: Lines, pause = PAUSE) {
    this.#log = log;
    this.#lines = lines;
    this.#pause = pause;
  }

  /** The condition holds, or holds still. */
  holds(reason: string): void {
    const now = performance.now();
    this.#since ??= now;
    if (now - this.#loggedAt < this.#pause) return;
    this.#log.warn(this.#isLogged ? this.#lines.lasts(reason, this.#seconds(this.#since)) : this.#lines.begins(reason));
    this.#isLogged = true;
    this.#loggedAt = now;
  }

  /** The condition does not hold, or not any more. */
  ended(): void {
    if (this.#since !== undefined && this.#isLogged) this.#log.info(this.#lines.ends(this.#seconds(this.#since)));
    this.#since = undefined;
    this.#isLogged = false;
  }

  #seconds(since: number): number {
    return Math.round((performance.now() - since) / 1000);
  }
}
