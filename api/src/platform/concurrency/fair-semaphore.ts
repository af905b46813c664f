import { AppError } from '../errors/app-error.ts';

/** How much of one kind of work runs and waits. */
export interface SemaphoreBounds {
  /** So much runs at once, and so much of one person. */
  concurrency: number;
  concurrencyPerKey: number;
  /** So much waits, and so much of one person; what is more is refused. */
  maxWaiting: number;
  maxWaitingPerKey: number;
  /**
   * A turn ends after so long (ms), whatever goes on then: what takes longer waits for something itself, and others would wait
   * for that. Left out: when its work ends.
   */
  maxHoldMs?: number;
  /** What is said to who is refused, and after how many seconds they may try again. */
  rejectionMessage: string;
  retryAfterSeconds: number;
}

/** What {@link FairSemaphore} are doing at this moment, and how much they refused so far. */
export interface SemaphoreCounts {
  waiting: number;
  running: number;
  refused: number;
}

/** Something that waits: it begins, or is told why it never will. */
interface Waiting {
  begin: () => void;
  giveUp: (reason: unknown) => void;
}

/** Nobody is there any more who wanted it. */
const gone = (cause: unknown) => new AppError('malformed', 'The request was cancelled.', { cause });

/**
 * Runs work that one may ask for much of and others wait for: so much at once, and between people by turns, not by who came
 * first. Who waits for one thing waits for one thing of each of the others at most, however much they ask for.
 */
export class FairSemaphore {
  readonly #bounds: SemaphoreBounds;
  /** What waits, by person; whose turn is next comes first. Nobody is in it without something that waits. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  readonly #figures: SemaphoreCounts = { waiting: 0, running: 0, refused: 0 };

  constructor(bounds: SemaphoreBounds) {
    this.#bounds = bounds;
  }

  /** At this moment. */
  get counts(): Readonly<SemaphoreCounts> {
    return this.#figures;
  }

  /**
   * Does `work` when it is this person's turn.
   * @param whose a person, a network, or whoever else is to have turns of their own
   * @param signal aborted when nobody wants it any more: it waits no longer then; what runs goes on to its end
   * @throws AppError `unavailable` if too much waits; what `work` throws
   */
  async run<Result>(whose: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const end = await this.#hold(whose, signal);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /**
   * Waits for this person's turn, likewise, for work that ends elsewhere.
   * @returns ends the turn, once; whoever is next begins after what else the process has to do at this moment
   * @throws AppError `unavailable` if too much waits
   */
  async acquire(whose: string, signal?: AbortSignal): Promise<() => void> {
    const end = await this.#hold(whose, signal);
    return () => void setImmediate(end);
  }

  async #hold(whose: string, signal: AbortSignal | undefined): Promise<() => void> {
    await this.#turn(whose, signal);
    const { maxHoldMs } = this.#bounds;
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      this.#end(whose);
    };
    const timer = maxHoldMs === undefined ? undefined : setTimeout(end, maxHoldMs).unref();
    return end;
  }

  async #turn(whose: string, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw gone(signal.reason);
    if (!this.#waiting.has(whose) && this.#mayBegin(whose)) return this.#start(whose);
    this.#makeRoom(whose);
    const { promise, waiting } = this.#wait(whose);
    const leave = () => this.#leave(whose, waiting, gone(signal?.reason));
    signal?.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  #wait(whose: string): { promise: Promise<void>; waiting: Waiting } {
    let waiting: Waiting = { begin: () => undefined, giveUp: () => undefined };
    const promise = new Promise<void>((begin, giveUp) => {
      waiting = { begin, giveUp };
    });
    this.#waiting.set(whose, [...(this.#waiting.get(whose) ?? []), waiting]);
    this.#figures.waiting += 1;
    return { promise, waiting };
  }

  /** Where all places are taken, who has the most in there gives up the last of it: nobody is kept out by the much of another. */
  #makeRoom(whose: string): void {
    const { maxWaiting, maxWaitingPerKey } = this.#bounds;
    const own = this.#waiting.get(whose)?.length ?? 0;
    if (own >= maxWaitingPerKey) throw this.#refuse();
    if (this.#figures.waiting < maxWaiting) return;
    const [most, their] = [...this.#waiting].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    const last = their.at(-1);
    if (last === undefined || their.length <= own + 1) throw this.#refuse();
    this.#leave(most, last, this.#refuse());
  }

  #refuse(): AppError {
    this.#figures.refused += 1;
    return new AppError('unavailable', this.#bounds.rejectionMessage, { retryAfter: this.#bounds.retryAfterSeconds });
  }

  #leave(whose: string, waiting: Waiting, reason: AppError): void {
    const all = this.#waiting.get(whose);
    if (all?.includes(waiting) !== true) return;
    const left = all.filter((other) => other !== waiting);
    if (left.length === 0) this.#waiting.delete(whose);
    else this.#waiting.set(whose, left);
    this.#figures.waiting -= 1;
    waiting.giveUp(reason);
  }

  #mayBegin(whose: string): boolean {
    const { concurrency, concurrencyPerKey } = this.#bounds;
    return this.#figures.running < concurrency && (this.#running.get(whose) ?? 0) < concurrencyPerKey;
  }

  #start(whose: string): void {
    this.#running.set(whose, (this.#running.get(whose) ?? 0) + 1);
    this.#figures.running += 1;
  }

  #end(whose: string): void {
    const left = (this.#running.get(whose) ?? 0) - 1;
    if (left > 0) this.#running.set(whose, left);
    else this.#running.delete(whose);
    this.#figures.running -= 1;
    this.#next();
  }

  /** Begins what may begin; whoever had their turn is the last in the row. */
  #next(): void {
    for (const [whose, [first, ...others]] of this.#waiting) {
      if (first === undefined || !this.#mayBegin(whose)) continue;
      this.#waiting.delete(whose);
      if (others.length > 0) this.#waiting.set(whose, others);
      this.#figures.waiting -= 1;
      this.#start(whose);
      first.begin();
      return;
    }
  }
}
