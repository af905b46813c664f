/** The server refuses it is: another try is of no use. `code` is its word, the message its sentence. */
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

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
/** A server that asks for more than this (ms) is asked again all the same. */
const MAX_RETRY_AFTER_MS = 10 * 60_000;

/** How long to wait (ms) after that many failed tries (from 1): 1 s, doubled up to 30 s, give or take a fifth, so that not all come back at once. */
export const exponentialBackoff = (attempts: number): number =>
  Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1)) * (0.8 + Math.random() * 0.4);

/** How long the server wants to be left alone (ms) after this failure; 0 where it does not say. */
export const getRetryAfter = (failure: unknown): number =>
  failure instanceof TryLater ? Math.min(Math.max(failure.afterMs ?? 0, 0), MAX_RETRY_AFTER_MS) : 0;

/** The waits between tries, which can be cut short, all at once. */
export class RetryDelays {
  readonly #pending = new Set<() => void>();

  /** @param backoff how long to wait (ms) after that many failed tries */
  constructor(private readonly backoff: (attempts: number) => number = exponentialBackoff) {}

  /** Waits after a failed try: as long as the backoff says, and as long as the server asks for, whoever wakes. @returns as {@link wait} */
  waitAfter(attempts: number, failure: unknown, signal: AbortSignal): Promise<boolean> {
    const atLeast = getRetryAfter(failure);
    return this.wait(Math.max(atLeast, this.backoff(attempts)), { atLeast, signal });
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
      const finish = (isWoken: boolean) => {
        clearTimeout(timer);
        this.#pending.delete(wake);
        signal?.removeEventListener('abort', handleAbort);
        resolve(isWoken);
      };
      const handleAbort = () => finish(false);
      const wake = () => finish(true);
      const timer = setTimeout(handleAbort, ms);
      if (canWake) this.#pending.add(wake);
      signal?.addEventListener('abort', handleAbort);
    });
  }
}
