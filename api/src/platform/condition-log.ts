import type { FastifyBaseLogger } from 'fastify';
import { getFailureReason } from './failure-log.ts';

const INTERVAL_MS = 60_000;

interface Lines {
  lasts: (reason: string) => string;
  ended: string;
}

/** Logs the begin and end of a condition that is detected repeatedly, and one line per interval while it lasts. */
export class ConditionLog {
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly #lines: Lines;
  readonly #intervalMs: number;
  #since: number | undefined;
  #isLogged = false;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(log: Pick<FastifyBaseLogger, 'warn' | 'info'>, lines: Lines, intervalMs = INTERVAL_MS) {
    [this.#log, this.#lines, this.#intervalMs] = [log, lines, intervalMs];
  }

  /** @param cause an error, or a short text */
  reportActive(cause: unknown): void {
    const now = performance.now();
    this.#since ??= now;
    if (now - this.#loggedAt < this.#intervalMs) return;
    const duration = this.#since === now ? '' : ` (${this.#seconds(this.#since)} s so far)`;
    this.#log.warn(`${this.#lines.lasts(getFailureReason(cause))}${duration}`);
    [this.#isLogged, this.#loggedAt] = [true, now];
  }

  reportEnded(): void {
    if (this.#since !== undefined && this.#isLogged)
      this.#log.info(`${this.#lines.ended}, after ${this.#seconds(this.#since)} s`);
    [this.#since, this.#isLogged] = [undefined, false];
  }

  #seconds(since: number): number {
    return Math.round((performance.now() - since) / 1000);
  }
}
