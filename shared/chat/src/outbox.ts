import type { Message } from '@solvent/contracts';
import type { openTabChannel, TabChannel } from '@solvent/store';
import { createClientId, OutboxEntries } from './outbox-entries.ts';
import type { Draft, OutboxEntry } from './outbox-entries.ts';
import { OutboxStorage } from './outbox-storage.ts';
import { Sender } from './sender.ts';
import type { Send } from './sender.ts';

type Lock = (name: string, task: () => Promise<void>) => Promise<void>;

/** Web Locks are released when a tab crashes. Without them (old browsers) each tab sends, and the server ignores duplicates. */
const webLock: Lock = async (name, task) => {
  // TypeScript declares `locks` as always present, but old browsers lack it.
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (locks === undefined) return task();
  await locks.request(name, task);
};

export interface OutboxOptions {
  userId: string;
  send: Send;
  /** Called in each tab, once for each stored message. */
  onSent: (message: Message) => void;
  /** `openTabChannel` of `@solvent/store`; an option, because Node imports it from another entry point. */
  openChannel: typeof openTabChannel;
  lock?: Lock;
  backoff?: (tries: number) => number;
  /** Current time (ms since the epoch); by default the device's. */
  now?: () => number;
}

type TabEvent =
  | { kind: 'entry'; entry: OutboxEntry; stored: boolean }
  | { kind: 'stored'; clientId: string }
  | { kind: 'sent'; message: Message }
  | { kind: 'removed'; clientId: string }
  | { kind: 'progress'; clientId: string; sent: number }
  | { kind: 'wake' };

/** A user's unsent messages, stored in IndexedDB and shared by all tabs. Also sends messages that earlier pages left unsent. */
export class Outbox {
  readonly #entries = new OutboxEntries();
  readonly #storage: OutboxStorage;
  readonly #sender: Sender;
  readonly #channel: TabChannel<TabEvent>;
  readonly #acknowledged = new Set<string>();
  #isWaitingForLock = false;
  #isClosed = false;

  constructor(private readonly options: OutboxOptions) {
    this.#storage = new OutboxStorage(options.userId, this.#entries);
    this.#channel = options.openChannel<TabEvent>(this.#name, (event) => this.#handleTabEvent(event));
    this.#sender = new Sender({
      entries: this.#entries,
      send: options.send,
      backoff: options.backoff,
      onSent: (message) => this.#sent(message),
      onChange: (entry) => this.#update(entry),
      onProgress: (clientId, sent) => {
        this.#entries.setProgress(clientId, sent);
        this.#channel.post({ kind: 'progress', clientId, sent });
      },
    });
    globalThis.addEventListener?.('online', this.wake);
    void this.#storage.sync().then(() => this.#ensureSending());
  }

  get persistent(): boolean {
    return this.#storage.persistent;
  }

  /** Queues a message. It is in {@link entries} at once, and stored asynchronously. */
  add({ conversationId, content, files, replyTo = null }: Draft): OutboxEntry {
    const clientId = createClientId(this.#entries.getByConversation(conversationId).at(-1)?.clientId);
    const entry: OutboxEntry = {
      conversationId,
      content,
      files: [...files],
      replyTo,
      clientId,
      userId: this.options.userId,
      createdAt: new Date(this.options.now?.() ?? Date.now()).toISOString(),
      state: 'sending',
      attempts: 0,
      failure: null,
    };
    this.#entries.put(entry);
    // Before it is stored, so that the sending tab keeps the order of messages, and has this one even if this page closes.
    this.#broadcast(clientId);
    // Until this message, other tabs do not treat its absence from the database as a removal.
    void this.#storage.add(entry).then(() => {
      if (this.#storage.isStored(clientId)) this.#channel.post({ kind: 'stored', clientId });
    });
    this.#ensureSending();
    return entry;
  }

  entries(conversationId: string): readonly OutboxEntry[] {
    return this.#entries.getByConversation(conversationId);
  }

  progress(clientId: string): number | undefined {
    return this.#entries.progress(clientId);
  }

  /** Sends a failed entry again, then those behind it. */
  retry(clientId: string): void {
    const entry = this.#entries.get(clientId);
    if (entry?.state !== 'failed') return;
    this.#update({ ...entry, state: 'sending', attempts: 0, failure: null });
    this.#ensureSending();
  }

  /** Removes an entry and aborts its request; the server may have stored it already. */
  remove(clientId: string): void {
    this.#channel.post({ kind: 'removed', clientId });
    this.#discard(clientId, false);
    this.#ensureSending();
  }

  /** Removes the entry of a message that the server stored; its event can arrive before the response to the request. */
  acknowledge(message: Message): void {
    if (message.sender._id === this.options.userId && this.#entries.get(message.clientId)) this.#sent(message);
  }

  /** Retries at once in whichever tab sends; call it when the connection is back. Respects Retry-After. */
  readonly wake = (): void => {
    if (this.#isClosed) return;
    this.#channel.post({ kind: 'wake' });
    this.#sender.wake();
    // Also loads entries that a closed tab left unsent.
    void this.#storage.sync().then(() => this.#ensureSending());
  };

  subscribe(listener: () => void): () => void {
    return this.#entries.subscribe(listener);
  }

  /** Stops in this tab; another one, or the next page, sends the rest. */
  close(): void {
    this.#isClosed = true;
    this.#storage.close();
    globalThis.removeEventListener?.('online', this.wake);
    this.#sender.stop();
    this.#channel.close();
  }

  get #name() {
    return `solvent-outbox:${this.options.userId}`;
  }

  #ensureSending(): void {
    if (this.#isClosed) return;
    this.#sender.startLanes();
    if (this.#isWaitingForLock || !this.#sender.hasWork) return;
    this.#isWaitingForLock = true;
    const sendAll = () => this.#sendAll();
    void (this.options.lock ?? webLock)(this.#name, sendAll)
      .catch(sendAll)
      .then(() => {
        this.#isWaitingForLock = false;
        // An entry may have been added between the last check and the release of the lock.
        this.#ensureSending();
      });
  }

  async #sendAll(): Promise<void> {
    if (!this.#isClosed) await this.#storage.sync();
    if (!this.#isClosed) await this.#sender.run();
    // The next tab to send finds all writes and removals of this one in the database.
    await this.#storage.settled;
  }

  #handleTabEvent(event: TabEvent): void {
    if (event.kind === 'sent') this.#markSent(event.message);
    else if (event.kind === 'removed') this.#discard(event.clientId, false);
    else if (event.kind === 'progress') this.#entries.setProgress(event.clientId, event.sent);
    else if (event.kind === 'wake') this.#sender.wake();
    else if (event.kind === 'stored') this.#storage.markStored(event.clientId);
    else if (event.kind === 'entry') {
      if (event.stored) this.#storage.markStored(event.entry.clientId);
      this.#entries.put(event.entry);
      if (event.entry.attempts > 0) this.#entries.setProgress(event.entry.clientId, undefined);
    }
    this.#ensureSending();
  }

  #update(entry: OutboxEntry): void {
    const stateBefore = this.#entries.get(entry.clientId)?.state;
    this.#entries.put(entry);
    // If only the number of attempts changed, the entry and its files are not stored again.
    const stored = stateBefore === entry.state ? Promise.resolve() : this.#storage.replace(entry);
    void stored.then(() => this.#broadcast(entry.clientId));
  }

  #broadcast(clientId: string): void {
    const entry = this.#entries.get(clientId);
    try {
      if (entry) this.#channel.post({ kind: 'entry', entry, stored: this.#storage.isStored(clientId) });
    } catch {
      // Files that cannot be cloned reach other tabs through the database.
    }
  }

  #sent(message: Message): void {
    if (this.#markSent(message)) this.#channel.post({ kind: 'sent', message });
  }

  /** Reports a stored message before its entry is removed, so that it is always visible. @returns false if reported before */
  #markSent(message: Message): boolean {
    const { clientId } = message;
    if (this.#acknowledged.has(clientId)) return false;
    this.#acknowledged.add(clientId);
    try {
      this.options.onSent(message);
    } catch (error) {
      console.error(error);
    }
    this.#discard(clientId, true);
    return true;
  }

  #discard(clientId: string, stored: boolean): void {
    this.#entries.remove(clientId);
    this.#storage.remove(clientId);
    this.#sender.endAttempt(clientId, stored);
  }
}
