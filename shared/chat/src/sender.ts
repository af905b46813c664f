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
const STALL_TIMEOUT_MS = 60_000;

/** One try to send one entry, which can be ended from outside. */
class Attempt {
  readonly #request = new AbortController();
  readonly #ended = new AbortController();

  /** Ends with the try and the wait after it. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Nobody waits for it any more: the entry is gone, or the tab closes. */
  cancel(): void {
    this.#ended.abort();
    this.#request.abort();
  }

  /** The server has it, as was heard on another way: the request may end as it likes. */
  finish(): void {
    this.#ended.abort();
  }

  /**
   * @returns the message as stored; undefined: the try was ended from outside
   * @throws what `send` throws, and an error for a try that stalls
   */
  async run(send: Send, entry: OutboxEntry, onProgress: (sent: number) => void): Promise<Message | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let rejectStalled = () => {};
    const stalled = new Promise<never>((_resolve, reject) => {
      rejectStalled = () => {
        reject(new Error('No answer came.'));
        this.#request.abort();
      };
    });
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(rejectStalled, STALL_TIMEOUT_MS);
    };
    const progress = (sent: number) => {
      if (this.signal.aborted) return;
      restartTimer();
      onProgress(sent);
    };
    restartTimer();
    try {
      return await Promise.race([
        send(entry, { onProgress: progress, signal: this.#request.signal }),
        stalled,
        this.#whenEnded(),
      ]);
    } catch (error) {
      if (this.signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #whenEnded(): Promise<undefined> {
    return new Promise((resolve) => {
      this.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  }
}

/** What a sender needs. */
export interface SenderOptions {
  entries: OutboxEntries;
  send: Send;
  /** The server has this one. Takes it out of the entries; throws nothing. */
  onSent(message: Message): void;
  /** Another state of an entry. */
  onChange(entry: OutboxEntry): void;
  onProgress(clientId: string, sent: number): void;
  /** How long to wait (ms) after that many failed tries; the default grows from 1 s to 30 s with jitter. */
  backoff?: ((attempts: number) => number) | undefined;
}

/**
 * Sends what waits: the entries of a conversation one after the other, each when the server has the one before it;
 * conversations side by side. Tries again for ever, unless the server refuses a message, or the session is over.
 */
export class Sender {
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #attempts = new Map<string, Attempt>();
  readonly #delays: RetryDelays;
  #isRunning = false;
  #isStopped = false;

  constructor(private readonly options: SenderOptions) {
    this.#delays = new RetryDelays(options.backoff);
  }

  /** Whether there is something that can go. */
  get hasWork(): boolean {
    return !this.#isStopped && this.options.entries.heads().some(({ state }) => state === 'sending');
  }

  /** Sends until nothing is left that can go: also what comes meanwhile and is {@link startLanes}ed. */
  async run(): Promise<void> {
    this.#isRunning = true;
    this.startLanes();
    while (this.#lanes.size > 0) await Promise.race(this.#lanes.values());
    this.#isRunning = false;
  }

  /** While it runs: takes up conversations in which something came. */
  startLanes(): void {
    if (this.#isStopped || !this.#isRunning) return;
    for (const { conversationId, state } of this.options.entries.heads()) {
      if (state !== 'sending' || this.#lanes.has(conversationId)) continue;
      this.#lanes.set(
        conversationId,
        this.#runLane(conversationId).finally(() => this.#lanes.delete(conversationId)),
      );
    }
  }

  /** An entry is gone; `stored`: since the server has it. */
  endAttempt(clientId: string, isStored: boolean): void {
    const attempt = this.#attempts.get(clientId);
    if (isStored) attempt?.finish();
    else attempt?.cancel();
  }

  /** Tries at once what waits, and goes on after a sign-out. */
  wake(): void {
    this.#isStopped = false;
    this.#delays.wake();
  }

  /** Stops for good, or until {@link wake}: what is under way is given up and goes again later. */
  stop(): void {
    this.#isStopped = true;
    for (const attempt of this.#attempts.values()) attempt.cancel();
  }

  async #runLane(conversationId: string): Promise<void> {
    let attempts = 0;
    for (;;) {
      const entry = this.options.entries.getByConversation(conversationId)[0];
      if (this.#isStopped || entry?.state !== 'sending') return;
      const attempt = new Attempt();
      this.#attempts.set(entry.clientId, attempt);
      const failure = await this.#send(entry, attempt);
      attempts = failure ? attempts + 1 : 0;
      if (failure && (await this.#delays.waitAfter(attempts, failure.error, attempt.signal))) attempts = 0;
      this.#attempts.delete(entry.clientId);
    }
  }

  /** @returns why it must go again; undefined: it need not, or not now */
  async #send(entry: OutboxEntry, attempt: Attempt): Promise<{ error: unknown } | undefined> {
    const { entries, send, onSent, onChange, onProgress } = this.options;
    try {
      const message = await attempt.run(send, entry, (sent) => onProgress(entry.clientId, sent));
      if (message) onSent(message);
    } catch (error) {
      entries.setProgress(entry.clientId, undefined);
      const updated = { ...entry, attempts: entry.attempts + 1 };
      if (error instanceof SignedOut) this.stop();
      else if (error instanceof Refused)
        onChange({ ...updated, state: 'failed', failure: { code: error.code, message: error.message } });
      else {
        onChange(updated);
        return { error };
      }
    }
    return undefined;
  }
}
