import { Refused, RetryDelays, SignedOut } from './retry.ts';

interface Run {
  needsRerun: boolean;
  readonly delays: RetryDelays;
  done: Promise<void>;
}

const isPermanent = (error: unknown) => error instanceof Refused || error instanceof SignedOut;

/** Fetches missing messages, with at most one request per conversation at a time. Retries without limit. */
export class CatchUp {
  readonly #runs = new Map<string, Run>();
  readonly #closing = new AbortController();

  /** @param fetchNext sends one request; resolves to true once nothing is missing */
  constructor(
    private readonly fetchNext: (conversationId: string) => Promise<boolean>,
    private readonly backoff: ((attempts: number) => number) | undefined,
  ) {}

  ensureRunning(conversationId: string): Promise<void> {
    return this.#runs.get(conversationId)?.done ?? this.#start(conversationId);
  }

  /** Runs again after the active run, whose last response may be older than the call. */
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
      // Runs synchronously after the last check, so that a later call starts a new run.
      this.#runs.delete(conversationId);
    }
  }

  async #attempt(conversationId: string, run: Run): Promise<{ error: unknown } | false | undefined> {
    try {
      const isComplete = await this.fetchNext(conversationId);
      return isComplete && !run.needsRerun ? undefined : false;
    } catch (error) {
      return isPermanent(error) ? undefined : { error };
    }
  }
}
