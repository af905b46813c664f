import { AppError } from '../errors/app-error.ts';

export interface SemaphoreBounds {
  concurrency: number;
  concurrencyPerKey: number;
  maxWaiting: number;
  maxWaitingPerKey: number;
  /** Releases a slot early, so that work that waits itself does not block others. Default: when the work ends. */
  maxHoldMs?: number;
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
  readonly #bounds: SemaphoreBounds;
  /** In order of service. */
  readonly #waiting = new Map<string, Waiter[]>();
  readonly #running = new Map<string, number>();
  readonly #counts: SemaphoreCounts = { waiting: 0, running: 0, rejected: 0 };

  constructor(bounds: SemaphoreBounds) {
    this.#bounds = bounds;
  }

  get counts(): Readonly<SemaphoreCounts> {
    return this.#counts;
  }

  /** @param key such as a user or a network @param signal stops waiting; running work continues @throws AppError `unavailable` if too much waits */
  async run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const release = await this.#acquire(key, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Acquires a slot, as {@link run}. @returns releases it; idempotent, and yields to other pending work of the process first */
  async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    const release = await this.#acquire(key, signal);
    return () => void setImmediate(release);
  }

  async #acquire(key: string, signal: AbortSignal | undefined): Promise<() => void> {
    await this.#wait(key, signal);
    const { maxHoldMs } = this.#bounds;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      clearTimeout(timer);
      this.#release(key);
    };
    const timer = maxHoldMs === undefined ? undefined : setTimeout(release, maxHoldMs).unref();
    return release;
  }

  async #wait(key: string, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw cancelled(signal.reason);
    if (!this.#waiting.has(key) && this.#canStart(key)) return this.#start(key);
    this.#makeRoom(key);
    let cancel = () => {};
    const started = new Promise<void>((start, reject) => {
      const waiter = { start, reject };
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), waiter]);
      this.#counts.waiting += 1;
      cancel = () => this.#removeWaiter(key, waiter, cancelled(signal?.reason));
    });
    signal?.addEventListener('abort', cancel, { once: true });
    await started.finally(() => signal?.removeEventListener('abort', cancel));
  }

  /** A full queue drops the last waiter of the key with the most, so that one key cannot block the others. */
  #makeRoom(key: string): void {
    const { maxWaiting, maxWaitingPerKey } = this.#bounds;
    const own = this.#waiting.get(key)?.length ?? 0;
    if (own >= maxWaitingPerKey) throw this.#rejection();
    if (this.#counts.waiting < maxWaiting) return;
    const [largest, waiters] = [...this.#waiting].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    const last = waiters.at(-1);
    if (last === undefined || waiters.length <= own + 1) throw this.#rejection();
    this.#removeWaiter(largest, last, this.#rejection());
  }

  #rejection(): AppError {
    this.#counts.rejected += 1;
    return new AppError('unavailable', this.#bounds.rejectionMessage, { retryAfter: this.#bounds.retryAfterSeconds });
  }

  #removeWaiter(key: string, waiter: Waiter, reason: AppError): void {
    const all = this.#waiting.get(key);
    if (all?.includes(waiter) !== true) return;
    const remaining = all.filter((other) => other !== waiter);
    if (remaining.length === 0) this.#waiting.delete(key);
    else this.#waiting.set(key, remaining);
    this.#counts.waiting -= 1;
    waiter.reject(reason);
  }

  #canStart(key: string): boolean {
    const { concurrency, concurrencyPerKey } = this.#bounds;
    return this.#counts.running < concurrency && (this.#running.get(key) ?? 0) < concurrencyPerKey;
  }

  #start(key: string): void {
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    this.#counts.running += 1;
  }

  #release(key: string): void {
    const remaining = (this.#running.get(key) ?? 0) - 1;
    if (remaining > 0) this.#running.set(key, remaining);
    else this.#running.delete(key);
    this.#counts.running -= 1;
    this.#startNext();
  }

  /** Moves the served key to the end of the order. */
  #startNext(): void {
    for (const [key, [first, ...others]] of this.#waiting) {
      if (first === undefined || !this.#canStart(key)) continue;
      this.#waiting.delete(key);
      if (others.length > 0) this.#waiting.set(key, others);
      this.#counts.waiting -= 1;
      this.#start(key);
      first.start();
      return;
    }
  }
}
