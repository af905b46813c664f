import { Refused, RetryDelays, SignedOut } from './retry.ts';

interface Run {
  /** Somebody asked for it while it was under way. */
  needsRerun: boolean;
  readonly delays: RetryDelays;
  done: Promise<void>;
}

const isPermanent = (error: unknown) => error instanceof Refused || error instanceof SignedOut;

/** Asks again and again until nothing is missing: for each conversation one request at once. */
export class CatchUp {
  readonly #runs = new Map<string, Run>();
  readonly #closing = new AbortController();

  /**
   * @param fetchNext asks once; resolves with whether nothing is missing
   * @param backoff how long to wait (ms) after that many failed tries
   */
  constructor(
    private readonly fetchNext: (conversationId: string) => Promise<boolean>,
    private readonly backoff: ((attempts: number) => number) | undefined,
  ) {}

  /** Something is known to be missing: what is under way will notice. */
  ensureRunning(conversationId: string): Promise<void> {
    return this.#runs.get(conversationId)?.done ?? this.#start(conversationId);
  }

  /** Something may be missing: what is under way may have been answered before, so that it is asked once more after it. */
  rerun(conversationId: string): Promise<void> {
    const run = this.#runs.get(conversationId);
    if (run === undefined) return this.#start(conversationId);
    run.needsRerun = true;
    run.delays.wake();
    return run.done;
  }

  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  close(): void {
    this.#closing.abort();
  }

  #start(conversationId: string): Promise<void> {
    const run: Run = { needsRerun: false, delays: new RetryDelays(this.backoff), done: Promise.resolve() };
    this.#runs.set(conversationId, run);
    run.done = this.#run(conversationId, run);
    return run.done;
  }

  async #run(conversationId: string, run: Run): Promise<void> {
    let attempts = 0;
    try {
      while (!this.closed) {
        run.needsRerun = false;
        const failed = await this.#attempt(conversationId, run);
        if (failed === undefined) return;
        attempts = failed ? attempts + 1 : 0;
        if (failed && (await run.delays.waitAfter(attempts, failed.error, this.#closing.signal))) attempts = 0;
      }
    } finally {
      // In the same moment as the last look: whoever comes later starts another one.
      this.#runs.delete(conversationId);
    }
  }

  /** @returns why it failed; false: there is more to ask for; undefined: it is done, or can never be */
  async #attempt(conversationId: string, run: Run): Promise<{ error: unknown } | false | undefined> {
    try {
      const isComplete = await this.fetchNext(conversationId);
      return isComplete && !run.needsRerun ? undefined : false;
    } catch (error) {
      return isPermanent(error) ? undefined : { error };
    }
  }
}
