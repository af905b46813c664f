import type { FastifyBaseLogger } from 'fastify';

const DEFAULT_INTERVAL_MS = 60_000;

/** Texts of the log lines. `reason` is short, such as an error code; `seconds` is how long the condition has lasted. */
interface Lines {
  begins: (reason: string) => string;
  lasts: (reason: string, seconds: number) => string;
  ends: (seconds: number) => string;
}

/** Logs the begin and end of a condition that polling loops detect repeatedly, and one line per interval while it lasts. */
export class ConditionLog {
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly #lines: Lines;
  readonly #intervalMs: number;
  #since: number | undefined;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #isLogged = false;

  constructor(log: Pick<FastifyBaseLogger, 'warn' | 'info'>, lines: Lines, intervalMs = DEFAULT_INTERVAL_MS) {
    this.#log = log;
    this.#lines = lines;
    this.#intervalMs = intervalMs;
  }

  reportActive(reason: string): void {
    const now = performance.now();
    this.#since ??= now;
    if (now - this.#loggedAt < this.#intervalMs) return;
    this.#log.warn(this.#isLogged ? this.#lines.lasts(reason, this.#seconds(this.#since)) : this.#lines.begins(reason));
    this.#isLogged = true;
    this.#loggedAt = now;
  }

  reportEnded(): void {
    if (this.#since !== undefined && this.#isLogged) this.#log.info(this.#lines.ends(this.#seconds(this.#since)));
    this.#since = undefined;
    this.#isLogged = false;
  }

  #seconds(since: number): number {
    return Math.round((performance.now() - since) / 1000);
  }
}
