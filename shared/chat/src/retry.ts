/** The server refuses it as it is: another try is of no use. `code` is its word, the message its sentence. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** It may go later: not before `afterMs` where the server says when (Retry-After). */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  constructor(readonly afterMs?: number) {
    super('Not now: later.');
  }
}

/** The session is over: nothing goes until somebody signs in, and nothing has failed. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
  constructor() {
    super('Nobody is signed in.');
  }
}

const FIRST = 1000;
const LONGEST = 30_000;
/** A server that asks for more than this (ms) is asked again all the same. */
const LONGEST_RETRY_AFTER = 10 * 60_000;

/** How long to wait (ms) after that many failed tries (from 1): 1 s, doubled up to 30 s, give or take a fifth, so that not all come back at once. */
export const exponentialBackoff = (tries: number): number =>
  Math.min(LONGEST, FIRST * 2 ** (tries - 1)) * (0.8 + Math.random() * 0.4);

/** How long the server wants to be left alone (ms) after this failure; 0 where it does not say. */
export const retryAfter = (failure: unknown): number =>
  failure instanceof TryLater ? Math.min(Math.max(failure.afterMs ?? 0, 0), LONGEST_RETRY_AFTER) : 0;

/** The waits between tries, which can be cut short, all at once. */
export class RetryDelays {
  readonly #pending = new Set<() => void>();

  /** @param backoff how long to wait (ms) after that many failed tries */
  constructor(private readonly backoff: (tries: number) => number = exponentialBackoff) {}

  /** Waits after a failed try: as long as the backoff says, and as long as the server asks for, whoever wakes. @returns as {@link wait} */
  after(tries: number, failure: unknown, signal: AbortSignal): Promise<boolean> {
    const atLeast = retryAfter(failure);
    return this.wait(Math.max(atLeast, this.backoff(tries)), { atLeast, signal });
  }

  /**
   * @param ms how long
   * @param options `atLeast`: this long (ms) whoever wakes; `signal` ends it at any time
   * @returns whether it was cut short by {@link wake}
   */
  async wait(ms: number, { atLeast = 0, signal }: { atLeast?: number; signal?: AbortSignal } = {}): Promise<boolean> {
    await this.#pause(atLeast, signal, false);
    return this.#pause(ms - atLeast, signal, true);
  }

  /** Ends every wait that has lasted as long as it must. */
  wake(): void {
    for (const end of this.#pending) end();
  }

  #pause(ms: number, signal: AbortSignal | undefined, canWake: boolean): Promise<boolean> {
    if (ms <= 0 || signal?.aborted === true) return Promise.resolve(false);
    return new Promise((resolve) => {
      const finish = (woken: boolean) => {
        clearTimeout(timer);
        this.#pending.delete(wake);
        signal?.removeEventListener('abort', over);
        resolve(woken);
      };
      const over = () => finish(false);
      const wake = () => finish(true);
      const timer = setTimeout(over, ms);
      if (canWake) this.#pending.add(wake);
      signal?.addEventListener('abort', over);
    });
  }
}
