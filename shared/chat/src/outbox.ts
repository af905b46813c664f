import type { Message } from '@solvent/contracts';
import type { openTabChannel, TabChannel } from '@solvent/store';
import { nextClientId, OutboxEntries } from './outbox-entries.ts';
import type { Draft, OutboxEntry } from './outbox-entries.ts';
import { OutboxStorage } from './outbox-storage.ts';
import { Sender } from './sender.ts';
import type { Send } from './sender.ts';

/** Runs the task while no other tab of this browser runs one of that name; resolves after it. */
type Lock = (name: string, task: () => Promise<void>) => Promise<void>;

/**
 * Web Locks: the browser passes the lock on when its holder closes or crashes. Where there are none (an old browser, a page
 * that is not served securely) every tab runs its task: messages may go out twice then, and the server stores each once.
 */
const webLock: Lock = async (name, task) => {
  // Typed as always there, which it is not.
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (locks === undefined) return task();
  await locks.request(name, task);
};

/** What an outbox needs from where it runs. */
export interface OutboxOptions {
  userId: string;
  send: Send;
  /** Hears of each message that was stored, once for each tab. */
  onSent: (message: Message) => void;
  /** `openTabChannel` of the store, which outside a page comes from another entry point. */
  openChannel: typeof openTabChannel;
  /** Runs the task while no other tab of this browser does; the default is Web Locks where they exist. */
  lock?: Lock;
  /** How long to wait (ms) after that many failed tries; the default grows from 1 s to 30 s with jitter. */
  backoff?: (tries: number) => number;
}

/** What a tab tells the person's other tabs. */
type TabEvent =
  /** There is this entry, or it has changed. `stored`: it is in the database. */
  | { kind: 'entry'; entry: OutboxEntry; stored: boolean }
  /** It is in the database now. */
  | { kind: 'stored'; clientId: string }
  /** The server has it. */
  | { kind: 'sent'; message: Message }
  /** The person does not want it any more. */
  | { kind: 'removed'; clientId: string }
  | { kind: 'progress'; clientId: string; sent: number }
  /** The connection is back. */
  | { kind: 'wake' };

/** The messages of one person that wait to be sent: kept in the browser's database, shared by its tabs. What waits from before goes out. */
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

  /** Whether all that waits survives the end of this page; false: the browser's database cannot be used, or is full. */
  get persistent(): boolean {
    return this.#storage.persistent;
  }

  /** Takes a message: it is in {@link entries} at once, and in the database as soon as that can be. */
  add({ conversationId, content, files, replyTo = null }: Draft): OutboxEntry {
    const clientId = nextClientId(this.#entries.getByConversation(conversationId).at(-1)?.clientId);
    const entry: OutboxEntry = {
      conversationId,
      content,
      files: [...files],
      replyTo,
      clientId,
      userId: this.options.userId,
      createdAt: new Date().toISOString(),
      state: 'sending',
      attempts: 0,
      failure: null,
    };
    this.#entries.put(entry);
    // At once: the tab that sends has to know of it before it hears of a later one, also where this page ends before it is stored.
    this.#broadcast(clientId);
    // And when it can be found in the database, so that none takes it for one that is gone from there.
    void this.#storage.add(entry).then(() => {
      if (this.#storage.isStored(clientId)) this.#channel.post({ kind: 'stored', clientId });
    });
    this.#ensureSending();
    return entry;
  }

  /** The entries of a conversation, oldest first; the same array until something changes. */
  entries(conversationId: string): readonly OutboxEntry[] {
    return this.#entries.getByConversation(conversationId);
  }

  /** Part of an entry's bytes that are sent (0 to 1), while it is on its way. */
  progress(clientId: string): number | undefined {
    return this.#entries.progress(clientId);
  }

  /** A failed one goes out again, with those that wait behind it. */
  retry(clientId: string): void {
    const entry = this.#entries.get(clientId);
    if (entry?.state !== 'failed') return;
    this.#update({ ...entry, state: 'sending', attempts: 0, failure: null });
    this.#ensureSending();
  }

  /** Takes one out that is not wanted any more; one under way is stopped (and may have been stored). */
  remove(clientId: string): void {
    this.#channel.post({ kind: 'removed', clientId });
    this.#discard(clientId, false);
    this.#ensureSending();
  }

  /**
   * The server says on another way that it has a message, e.g. by the socket before the answer: where it is one of these, it is
   * done. Any message may be given.
   */
  acknowledge(message: Message): void {
    if (message.sender._id === this.options.userId && this.#entries.get(message.clientId)) this.#sent(message);
  }

  /** Tries at once what waits for its time, in whichever tab sends: the connection is back. A server's Retry-After is kept. */
  readonly wake = (): void => {
    if (this.#isClosed) return;
    this.#channel.post({ kind: 'wake' });
    this.#sender.wake();
    // What a tab has left that closed meanwhile.
    void this.#storage.sync().then(() => this.#ensureSending());
  };

  /** Calls `listener` at each change; gives a function that stops it. */
  subscribe(listener: () => void): () => void {
    return this.#entries.subscribe(listener);
  }

  /** Ends it in this tab; what waits is sent by the next one. */
  close(): void {
    this.#isClosed = true;
    this.#storage.close();
    globalThis.removeEventListener?.('online', this.wake);
    this.#sender.stop();
    this.#channel.close();
  }

  /** Of the database it is one person's part; so are the lock and the channel to the other tabs. */
  get #name() {
    return `solvent-outbox:${this.options.userId}`;
  }

  /** Sees to it that what can go goes: in this tab, as soon as no other one sends. */
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
        // Something may have come between its last look and the end of the lock.
        this.#ensureSending();
      });
  }

  async #sendAll(): Promise<void> {
    if (!this.#isClosed) await this.#storage.sync();
    if (!this.#isClosed) await this.#sender.run();
    // Whoever sends next finds all that was written here, also in the moment before it was closed, and nothing that was sent.
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

  /** Another state of an entry: here, in the database, in the other tabs. */
  #update(entry: OutboxEntry): void {
    const stateBefore = this.#entries.get(entry.clientId)?.state;
    this.#entries.put(entry);
    // How often it was tried is not worth writing its files again.
    const stored = stateBefore === entry.state ? Promise.resolve() : this.#storage.replace(entry);
    void stored.then(() => this.#broadcast(entry.clientId));
  }

  #broadcast(clientId: string): void {
    const entry = this.#entries.get(clientId);
    try {
      if (entry) this.#channel.post({ kind: 'entry', entry, stored: this.#storage.isStored(clientId) });
    } catch {
      // Where files cannot be passed on, the others find it in the database: what somebody wrote waits here all the same.
    }
  }

  #sent(message: Message): void {
    if (this.#markSent(message)) this.#channel.post({ kind: 'sent', message });
  }

  /**
   * The server has it: whoever shows messages gets it before the entry goes, so that it is never on the screen as neither.
   * @returns whether that is new here
   */
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
