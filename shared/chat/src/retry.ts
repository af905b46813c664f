/** The server refused the request; a retry is pointless. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The request may be retried, not before `afterMs` (Retry-After) if given. */
export class TryLater extends Error {
  override readonly name = 'TryLater';
  constructor(readonly afterMs?: number) {
    super('Not now: later.');
  }
}

/** The session has ended: nothing is sent until the user signs in, and nothing has failed. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
  constructor() {
    super('Nobody is signed in.');
  }
}

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
const MAX_RETRY_AFTER_MS = 10 * 60_000;

/** Returns the delay (ms) after a number of failed attempts, from 1: 1 s, doubled up to 30 s, ± 20 %. */
export const exponentialBackoff = (attempts: number): number =>
  Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1)) * (0.8 + Math.random() * 0.4);

/** Returns the delay (ms) that the server requires after this failure, or 0. */
export const getRetryAfter = (failure: unknown): number =>
  failure instanceof TryLater ? Math.min(Math.max(failure.afterMs ?? 0, 0), MAX_RETRY_AFTER_MS) : 0;

/** Delays between attempts, which {@link wake} ends early. */
export class RetryDelays {
  readonly #pending = new Set<() => void>();

  constructor(private readonly backoff: (attempts: number) => number = exponentialBackoff) {}

  /** Waits for the backoff or for Retry-After, whichever is longer. @returns whether {@link wake} ended it */
  waitAfter(attempts: number, failure: unknown, signal: AbortSignal): Promise<boolean> {
    const atLeast = getRetryAfter(failure);
    return this.wait(Math.max(atLeast, this.backoff(attempts)), { atLeast, signal });
  }

  /** @param atLeast minimum (ms) that {@link wake} does not shorten @returns whether {@link wake} ended the delay */
  async wait(ms: number, { atLeast = 0, signal }: { atLeast?: number; signal?: AbortSignal } = {}): Promise<boolean> {
    await this.#pause(atLeast, signal, false);
    return this.#pause(ms - atLeast, signal, true);
  }

  /** Ends all delays that have lasted their minimum. */
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
