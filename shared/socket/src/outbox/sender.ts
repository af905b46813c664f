import type { Message } from '@solvent/contracts';
import { Refused, SignedOut } from '../retry/failures.ts';
import { askedWait, growingWait, Waits } from '../retry/waits.ts';
import { Attempt } from './attempt.ts';
import type { EntryBook } from './entry-book.ts';
import type { OutboxEntry, Send } from './types.ts';

/** What a sender needs. */
export interface SenderPorts {
  book: EntryBook;
  send: Send;
  /** The server has this one. Takes it out of the book; throws nothing. */
  onSent(message: Message): void;
  /** Another state of an entry. */
  onChange(entry: OutboxEntry): void;
  onProgress(clientId: string, sent: number): void;
  /** How long to wait (ms) after that many failed tries. */
  wait?: ((attempts: number) => number) | undefined;
}

/**
 * Sends what is in the book: the entries of a conversation one after the other, each when the server has the one before it;
 * conversations side by side. Tries again for ever, unless the server will not have a message, or the session is over.
 */
export class Sender {
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #attempts = new Map<string, Attempt>();
  readonly #waits = new Waits();
  #running = false;
  #halted = false;

  constructor(private readonly ports: SenderPorts) {}

  /** Whether there is something that can go. */
  get hasWork(): boolean {
    return !this.#halted && this.ports.book.heads().some(({ state }) => state === 'sending');
  }

  /** Whether it takes up what comes. */
  get running(): boolean {
    return this.#running;
  }

  /** Sends until nothing is left that can go: also what comes meanwhile and is {@link follow}ed. */
  async run(): Promise<void> {
    this.#running = true;
    this.follow();
    while (this.#lanes.size > 0) await Promise.race(this.#lanes.values());
    this.#running = false;
  }

  /** While it runs: takes up conversations in which something came. */
  follow(): void {
    if (this.#halted || !this.#running) return;
    for (const { conversationId, state } of this.ports.book.heads()) {
      if (state !== 'sending' || this.#lanes.has(conversationId)) continue;
      this.#lanes.set(
        conversationId,
        this.#lane(conversationId).finally(() => this.#lanes.delete(conversationId)),
      );
    }
  }

  /** An entry is out of the book; `stored`: since the server has it. */
  forget(clientId: string, stored: boolean): void {
    const attempt = this.#attempts.get(clientId);
    if (stored) attempt?.finish();
    else attempt?.cancel();
  }

  /** Tries at once what waits, and goes on after a sign-out. */
  wake(): void {
    this.#halted = false;
    this.#waits.wake();
  }

  /** Stops for good, or until {@link wake}: what is under way is given up and goes again later. */
  halt(): void {
    this.#halted = true;
    for (const attempt of this.#attempts.values()) attempt.cancel();
  }

  async #lane(conversationId: string): Promise<void> {
    let tries = 0;
    for (;;) {
      const entry = this.ports.book.of(conversationId)[0];
      if (this.#halted || entry?.state !== 'sending') return;
      const attempt = new Attempt();
      this.#attempts.set(entry.clientId, attempt);
      const failed = await this.#try(entry, attempt);
      tries = failed ? tries + 1 : 0;
      if (failed && (await this.#rest(tries, failed.error, attempt))) tries = 0;
      this.#attempts.delete(entry.clientId);
    }
  }

  /** @returns why it must go again; undefined: it need not, or not now */
  async #try(entry: OutboxEntry, attempt: Attempt): Promise<{ error: unknown } | undefined> {
    const { book, send, onSent, onChange, onProgress } = this.ports;
    try {
      const message = await attempt.run(send, entry, (sent) => onProgress(entry.clientId, sent));
      if (message) onSent(message);
    } catch (error) {
      book.setProgress(entry.clientId, undefined);
      const tried = { ...entry, attempts: entry.attempts + 1 };
      if (error instanceof SignedOut) this.halt();
      else if (error instanceof Refused)
        onChange({ ...tried, state: 'failed', failure: { code: error.code, message: error.message } });
      else {
        onChange(tried);
        return { error };
      }
    }
    return undefined;
  }

  /** @returns whether somebody has woken it */
  #rest(tries: number, failure: unknown, attempt: Attempt): Promise<boolean> {
    const asked = askedWait(failure);
    const own = (this.ports.wait ?? growingWait)(tries);
    return this.#waits.wait(Math.max(asked, own), { atLeast: asked, signal: attempt.signal });
  }
}
