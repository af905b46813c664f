import type { Message } from '@solvent/contracts';
import type { OutboxEntries, OutboxEntry } from './outbox-entries.ts';
import { Refused, RetryDelays, SignedOut } from './retry.ts';

/**
 * Sends one entry: the message as stored, whether now or by an earlier try. Throws `Refused` where the server refuses it
 * as it is, `SignedOut` where the session is over, `TryLater` where the server says when, and anything else for "try again".
 * `onProgress` takes the part of the bytes that are sent (0 to 1); a try without any for a minute is given up.
 */
export type Send = (entry: OutboxEntry, options: { onProgress: (sent: number) => void; signal: AbortSignal }) => Promise<Message>;

/** Without any progress for this long (ms) a try is given up: a connection can be dead without saying so. */
const STALLED_AFTER = 60_000;

/** One try to send one entry, which can be ended from outside. */
class Attempt {
  readonly #request = new AbortController();
  readonly #over = new AbortController();

  /** Ends with the try and the wait after it. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Nobody waits for it any more: the entry is gone, or the tab closes. */
  cancel(): void {
    this.#over.abort();
    this.#request.abort();
  }

  /** The server has it, as was heard on another way: the request may end as it likes. */
  finish(): void {
    this.#over.abort();
  }

  /**
   * @returns the message as stored; undefined: the try was ended from outside
   * @throws what `send` throws, and an error for a try that stalls
   */
  async run(send: Send, entry: OutboxEntry, onProgress: (sent: number) => void): Promise<Message | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stalled = () => {};
    const stall = new Promise<never>((_resolve, reject) => {
      stalled = () => {
        reject(new Error('No answer came.'));
        this.#request.abort();
      };
    });
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(stalled, STALLED_AFTER);
    };
    const progress = (sent: number) => {
      if (this.signal.aborted) return;
      watch();
      onProgress(sent);
    };
    watch();
    try {
      return await Promise.race([send(entry, { onProgress: progress, signal: this.#request.signal }), stall, this.#ended()]);
    } catch (error) {
      if (this.signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #ended(): Promise<undefined> {
    return new Promise((resolve) => {
      this.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  }
}

/** What a sender needs. */
export interface SenderPorts {
  entries: OutboxEntries;
  send: Send;
  /** The server has this one. Takes it out of the entries; throws nothing. */
  onSent(message: Message): void;
  /** Another state of an entry. */
  onChange(entry: OutboxEntry): void;
  onProgress(clientId: string, sent: number): void;
  /** How long to wait (ms) after that many failed tries; the default grows from 1 s to 30 s with jitter. */
  backoff?: ((tries: number) => number) | undefined;
}

/**
 * Sends what waits: the entries of a conversation one after the other, each when the server has the one before it;
 * conversations side by side. Tries again for ever, unless the server refuses a message, or the session is over.
 */
export class Sender {
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #attempts = new Map<string, Attempt>();
  readonly #delays: RetryDelays;
  #running = false;
  #halted = false;

  constructor(private readonly ports: SenderPorts) {
    this.#delays = new RetryDelays(ports.backoff);
  }

  /** Whether there is something that can go. */
  get hasWork(): boolean {
    return !this.#halted && this.ports.entries.heads().some(({ state }) => state === 'sending');
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
    for (const { conversationId, state } of this.ports.entries.heads()) {
      if (state !== 'sending' || this.#lanes.has(conversationId)) continue;
      this.#lanes.set(
        conversationId,
        this.#lane(conversationId).finally(() => this.#lanes.delete(conversationId)),
      );
    }
  }

  /** An entry is gone; `stored`: since the server has it. */
  forget(clientId: string, stored: boolean): void {
    const attempt = this.#attempts.get(clientId);
    if (stored) attempt?.finish();
    else attempt?.cancel();
  }

  /** Tries at once what waits, and goes on after a sign-out. */
  wake(): void {
    this.#halted = false;
    this.#delays.wake();
  }

  /** Stops for good, or until {@link wake}: what is under way is given up and goes again later. */
  halt(): void {
    this.#halted = true;
    for (const attempt of this.#attempts.values()) attempt.cancel();
  }

  async #lane(conversationId: string): Promise<void> {
    let tries = 0;
    for (;;) {
      const entry = this.ports.entries.of(conversationId)[0];
      if (this.#halted || entry?.state !== 'sending') return;
      const attempt = new Attempt();
      this.#attempts.set(entry.clientId, attempt);
      const failed = await this.#try(entry, attempt);
      tries = failed ? tries + 1 : 0;
      if (failed && (await this.#delays.after(tries, failed.error, attempt.signal))) tries = 0;
      this.#attempts.delete(entry.clientId);
    }
  }

  /** @returns why it must go again; undefined: it need not, or not now */
  async #try(entry: OutboxEntry, attempt: Attempt): Promise<{ error: unknown } | undefined> {
    const { entries, send, onSent, onChange, onProgress } = this.ports;
    try {
      const message = await attempt.run(send, entry, (sent) => onProgress(entry.clientId, sent));
      if (message) onSent(message);
    } catch (error) {
      entries.setProgress(entry.clientId, undefined);
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
}
