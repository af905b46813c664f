import { AppError } from '../errors/app-error.ts';

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** Lets so many at once do something in each lane; the others wait, first come, first served. In this process. */
export class Turns {
  readonly #lanes = new Map<string, Lane>();
  readonly #atOnce: number;
  readonly #waitingMax: number;

  constructor({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
    this.#atOnce = atOnce;
    this.#waitingMax = waitingMax;
  }

  /** Does it when it is its turn. @throws AppError `unavailable` if too many wait already */
  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: [] };
    this.#lanes.set(key, lane);
    if (lane.running < this.#atOnce) lane.running += 1;
    else await this.#wait(lane);
    try {
      return await work();
    } finally {
      this.#end(key, lane);
    }
  }

  #wait({ waiting }: Lane): Promise<void> {
    if (waiting.length >= this.#waitingMax)
      throw new AppError('unavailable', 'Too many sign in at once here. Please try again in a few seconds.', { retryAfter: 5 });
    return new Promise((resolve) => waiting.push(resolve));
  }

  #end(key: string, lane: Lane): void {
    // The next one takes over the turn.
    const next = lane.waiting.shift();
    if (next !== undefined) return next();
    lane.running -= 1;
    if (lane.running === 0) this.#lanes.delete(key);
  }
}
