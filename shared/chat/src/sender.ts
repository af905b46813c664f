import type { Message } from '@solvent/contracts';
import type { OutboxEntries, OutboxEntry } from './outbox-entries.ts';
import { Refused, RetryDelays, SignedOut } from './retry.ts';

/** Sends an entry; aborted after a minute without `onProgress`. @throws {Refused | SignedOut | TryLater}; other errors are retried */
export type Send = (entry: OutboxEntry, options: { onProgress: (sent: number) => void; signal: AbortSignal }) => Promise<Message>;

/** A dead connection may never report an error. */
const STALL_TIMEOUT_MS = 60_000;

class Attempt {
  readonly #request = new AbortController();
  readonly #ended = new AbortController();

  /** Aborted when the attempt, including the delay after it, ends. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  cancel(): void {
    this.#ended.abort();
    this.#request.abort();
  }

  /** Ends the attempt but not the request, whose message the server has stored. */
  finish(): void {
    this.#ended.abort();
  }

  /** @returns undefined if the attempt was ended @throws what `send` throws, and after a stall */
  async run(send: Send, entry: OutboxEntry, onProgress: (sent: number) => void): Promise<Message | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let rejectStalled = () => {};
    const stalled = new Promise<never>((_resolve, reject) => {
      rejectStalled = () => {
        reject(new Error('The server did not respond in time.'));
        this.#request.abort();
      };
    });
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(rejectStalled, STALL_TIMEOUT_MS);
    };
    const reportProgress = (sent: number) => {
      if (this.signal.aborted) return;
      restartTimer();
      onProgress(sent);
    };
    restartTimer();
    try {
      return await Promise.race([
        send(entry, { onProgress: reportProgress, signal: this.#request.signal }),
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

export interface SenderOptions {
  entries: OutboxEntries;
  send: Send;
  /** The server has stored the message. Must remove the entry, and must not throw. */
  onSent(message: Message): void;
  onChange(entry: OutboxEntry): void;
  onProgress(clientId: string, sent: number): void;
  backoff?: ((attempts: number) => number) | undefined;
}

/** Sends conversations in parallel, each in order. Retries until the server refuses a message or the session ends. */
export class Sender {
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #attempts = new Map<string, Attempt>();
  readonly #delays: RetryDelays;
  #isRunning = false;
  #isStopped = false;

  constructor(private readonly options: SenderOptions) {
    this.#delays = new RetryDelays(options.backoff);
  }

  get hasWork(): boolean {
    return !this.#isStopped && this.options.entries.heads().some(({ state }) => state === 'sending');
  }

  /** Sends until nothing is due, including entries added meanwhile by {@link startLanes}. */
  async run(): Promise<void> {
    this.#isRunning = true;
    this.startLanes();
    while (this.#lanes.size > 0) await Promise.race(this.#lanes.values());
    this.#isRunning = false;
  }

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

  /** Ends the attempt of a removed entry. @param isStored whether the server has stored it */
  endAttempt(clientId: string, isStored: boolean): void {
    const attempt = this.#attempts.get(clientId);
    if (isStored) attempt?.finish();
    else attempt?.cancel();
  }

  /** Retries at once, also after a sign-out. */
  wake(): void {
    this.#isStopped = false;
    this.#delays.wake();
  }

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

  /** @returns the failure if the entry must be retried */
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
