import { Refused, SignedOut } from '../retry/failures.ts';
import { askedWait, growingWait, Waits } from '../retry/waits.ts';

interface Flight {
  /** Somebody asked for it while it was under way. */
  again: boolean;
  readonly waits: Waits;
  done: Promise<void>;
}

const isFinal = (error: unknown) => error instanceof Refused || error instanceof SignedOut;

/** Asks again and again until nothing is missing: for each conversation one request at once. */
export class Flights {
  readonly #flights = new Map<string, Flight>();
  readonly #closing = new AbortController();

  /**
   * @param step asks once; resolves with whether nothing is missing
   * @param waitAfter how long to wait (ms) after that many failed tries
   */
  constructor(
    private readonly step: (conversationId: string) => Promise<boolean>,
    private readonly waitAfter: (tries: number) => number = growingWait,
  ) {}

  /** Something is known to be missing: what is under way will notice. */
  need(conversationId: string): Promise<void> {
    return this.#flights.get(conversationId)?.done ?? this.#start(conversationId);
  }

  /** Something may be missing: what is under way may have been answered before, so that it is asked once more after it. */
  renew(conversationId: string): Promise<void> {
    const flight = this.#flights.get(conversationId);
    if (flight === undefined) return this.#start(conversationId);
    flight.again = true;
    flight.waits.wake();
    return flight.done;
  }

  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  close(): void {
    this.#closing.abort();
  }

  #start(conversationId: string): Promise<void> {
    const flight: Flight = { again: false, waits: new Waits(), done: Promise.resolve() };
    this.#flights.set(conversationId, flight);
    flight.done = this.#fly(conversationId, flight);
    return flight.done;
  }

  async #fly(conversationId: string, flight: Flight): Promise<void> {
    let tries = 0;
    try {
      while (!this.closed) {
        flight.again = false;
        const failed = await this.#try(conversationId, flight);
        if (failed === undefined) return;
        tries = failed ? tries + 1 : 0;
        if (failed && (await this.#rest(tries, failed.error, flight))) tries = 0;
      }
    } finally {
      // In the same moment as the last look: whoever comes later starts another one.
      this.#flights.delete(conversationId);
    }
  }

  /** @returns why it failed; false: there is more to ask for; undefined: it is done, or can never be */
  async #try(conversationId: string, flight: Flight): Promise<{ error: unknown } | false | undefined> {
    try {
      const whole = await this.step(conversationId);
      return whole && !flight.again ? undefined : false;
    } catch (error) {
      return isFinal(error) ? undefined : { error };
    }
  }

  /** @returns whether somebody has asked meanwhile */
  #rest(tries: number, failure: unknown, { waits }: Flight): Promise<boolean> {
    const asked = askedWait(failure);
    return waits.wait(Math.max(asked, this.waitAfter(tries)), { atLeast: asked, signal: this.#closing.signal });
  }
}
