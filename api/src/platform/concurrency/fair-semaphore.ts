import { AppError } from '../errors/app-error.ts';

type TotalAndPerKey = readonly [total: number, perKey: number];

export interface SemaphoreBounds {
  running: TotalAndPerKey;
  waiting: TotalAndPerKey;
  rejectionMessage: string;
  retryAfterSeconds: number;
}

export interface SemaphoreCounts {
  waiting: number;
  running: number;
  rejected: number;
}

interface Waiter {
  start: () => void;
  reject: (reason: AppError) => void;
}

const cancelled = (cause: unknown) => new AppError('malformed', 'The request was cancelled.', { cause });

/** Limits concurrent work, and serves keys round-robin: one key's backlog does not delay the others. */
export class FairSemaphore {
  readonly counts: SemaphoreCounts = { waiting: 0, running: 0, rejected: 0 };
  readonly #bounds: SemaphoreBounds;
  /** Keys in order of service. */
  readonly #waiting = new Map<string, Set<Waiter>>();
  readonly #running = new Map<string, number>();

  constructor(bounds: SemaphoreBounds) {
    this.#bounds = bounds;
  }

  /** @param key such as a user or a network @param signal stops waiting; running work continues @throws AppError `unavailable` if too much waits */
  async run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const release = await this.acquire(key, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Acquires a slot, as {@link run}. @returns releases it; call it once */
  async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw cancelled(signal.reason);
    if (!this.#waiting.has(key) && this.#canStart(key)) this.#start(key);
    else await this.#wait(key, signal);
    return () => this.#release(key);
  }

  #wait(key: string, signal: AbortSignal | undefined): Promise<void> {
    this.#makeRoom(key);
    return new Promise((start, reject) => {
      const waiter = { start, reject };
      this.#waiting.set(key, (this.#waiting.get(key) ?? new Set()).add(waiter));
      this.counts.waiting += 1;
      const cancel = () => this.#remove(key, waiter) && reject(cancelled(signal?.reason));
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  /** A full queue drops the last waiter of the key with the most, so that one key cannot block the others. */
  #makeRoom(key: string): void {
    const [total, perKey] = this.#bounds.waiting;
    const own = this.#waiting.get(key)?.size ?? 0;
    if (own >= perKey) throw this.#createRejection();
    if (this.counts.waiting < total) return;
    const [largest, waiters] = [...this.#waiting].reduce((one, other) => (other[1].size > one[1].size ? other : one));
    const last = [...waiters].at(-1);
    if (last === undefined || waiters.size <= own + 1) throw this.#createRejection();
    this.#remove(largest, last);
    last.reject(this.#createRejection());
  }

  #createRejection(): AppError {
    this.counts.rejected += 1;
    return new AppError('unavailable', this.#bounds.rejectionMessage, { retryAfter: this.#bounds.retryAfterSeconds });
  }

  #remove(key: string, waiter: Waiter): boolean {
    const waiters = this.#waiting.get(key);
    if (waiters?.delete(waiter) !== true) return false;
    if (waiters.size === 0) this.#waiting.delete(key);
    this.counts.waiting -= 1;
    return true;
  }

  #canStart(key: string): boolean {
    const [total, perKey] = this.#bounds.running;
    return this.counts.running < total && (this.#running.get(key) ?? 0) < perKey;
  }

  #start(key: string): void {
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    this.counts.running += 1;
  }

  #release(key: string): void {
    const remaining = (this.#running.get(key) ?? 0) - 1;
    if (remaining > 0) this.#running.set(key, remaining);
    else this.#running.delete(key);
    this.counts.running -= 1;
    this.#startNext();
  }

  #startNext(): void {
    for (const [key, waiters] of this.#waiting) {
      const [first] = waiters;
      if (first === undefined || !this.#canStart(key)) continue;
      this.#remove(key, first);
      // Moves the key to the end of the order.
      if (this.#waiting.delete(key)) this.#waiting.set(key, waiters);
      this.#start(key);
      first.start();
      return;
    }
  }
}
