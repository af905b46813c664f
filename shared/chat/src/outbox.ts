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
export interface OutboxPorts {
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
type News =
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
  readonly #channel: TabChannel<News>;
  readonly #acknowledged = new Set<string>();
  #waitsForLock = false;
  #isClosed = false;

  constructor(private readonly ports: OutboxPorts) {
    this.#storage = new OutboxStorage(ports.userId, this.#entries);
    this.#channel = ports.openChannel<News>(this.#name, (news) => this.#hear(news));
    this.#sender = new Sender({
      entries: this.#entries,
      send: ports.send,
      backoff: ports.backoff,
      onSent: (message) => this.#sent(message),
      onChange: (entry) => this.#change(entry),
      onProgress: (clientId, sent) => {
        this.#entries.setProgress(clientId, sent);
        this.#channel.post({ kind: 'progress', clientId, sent });
      },
    });
    globalThis.addEventListener?.('online', this.wake);
    void this.#storage.sync().then(() => this.#work());
  }

  /** Whether all that waits survives the end of this page; false: the browser's database cannot be used, or is full. */
  get persistent(): boolean {
    return this.#storage.persistent;
  }

  /** Takes a message: it is in {@link entries} at once, and in the database as soon as that can be. */
  add({ conversationId, content, files, replyTo = null }: Draft): OutboxEntry {
    const clientId = nextClientId(this.#entries.of(conversationId).at(-1)?.clientId);
    const entry: OutboxEntry = {
      conversationId,
      content,
      files: [...files],
      replyTo,
      clientId,
      userId: this.ports.userId,
      createdAt: new Date().toISOString(),
      state: 'sending',
      attempts: 0,
      failure: null,
    };
    this.#entries.put(entry);
    // At once: the tab that sends has to know of it before it hears of a later one, also where this page ends before it is stored.
    this.#share(clientId);
    // And when it can be found in the database, so that none takes it for one that is gone from there.
    void this.#storage.add(entry).then(() => {
      if (this.#storage.isStored(clientId)) this.#channel.post({ kind: 'stored', clientId });
    });
    this.#work();
    return entry;
  }

  /** The entries of a conversation, oldest first; the same array until something changes. */
  entries(conversationId: string): readonly OutboxEntry[] {
    return this.#entries.of(conversationId);
  }

  /** Part of an entry's bytes that are sent (0 to 1), while it is on its way. */
  progress(clientId: string): number | undefined {
    return this.#entries.progress(clientId);
  }

  /** A failed one goes out again, with those that wait behind it. */
  retry(clientId: string): void {
    const entry = this.#entries.get(clientId);
    if (entry?.state !== 'failed') return;
    this.#change({ ...entry, state: 'sending', attempts: 0, failure: null });
    this.#work();
  }

  /** Takes one out that is not wanted any more; one under way is stopped (and may have been stored). */
  remove(clientId: string): void {
    this.#channel.post({ kind: 'removed', clientId });
    this.#forget(clientId, false);
    this.#work();
  }

  /**
   * The server says on another way that it has a message, e.g. by the socket before the answer: where it is one of these, it is
   * done. Any message may be given.
   */
  acknowledge(message: Message): void {
    if (message.sender._id === this.ports.userId && this.#entries.get(message.clientId)) this.#sent(message);
  }

  /** Tries at once what waits for its time, in whichever tab sends: the connection is back. A server's Retry-After is kept. */
  readonly wake = (): void => {
    if (this.#isClosed) return;
    this.#channel.post({ kind: 'wake' });
    this.#sender.wake();
    // What a tab has left that closed meanwhile.
    void this.#storage.sync().then(() => this.#work());
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
    this.#sender.halt();
    this.#channel.close();
  }

  /** Of the database it is one person's part; so are the lock and the channel to the other tabs. */
  get #name() {
    return `solvent-outbox:${this.ports.userId}`;
  }

  /** Sees to it that what can go goes: in this tab, as soon as no other one sends. */
  #work(): void {
    if (this.#isClosed) return;
    this.#sender.follow();
    if (this.#waitsForLock || !this.#sender.hasWork) return;
    this.#waitsForLock = true;
    const run = () => this.#run();
    void (this.ports.lock ?? webLock)(this.#name, run)
      .catch(run)
      .then(() => {
        this.#waitsForLock = false;
        // Something may have come between its last look and the end of the lock.
        this.#work();
      });
  }

  async #run(): Promise<void> {
    if (!this.#isClosed) await this.#storage.sync();
    if (!this.#isClosed) await this.#sender.run();
    // Whoever sends next finds all that was written here, also in the moment before it was closed, and nothing that was sent.
    await this.#storage.settled;
  }

  #hear(news: News): void {
    if (news.kind === 'sent') this.#settle(news.message);
    else if (news.kind === 'removed') this.#forget(news.clientId, false);
    else if (news.kind === 'progress') this.#entries.setProgress(news.clientId, news.sent);
    else if (news.kind === 'wake') this.#sender.wake();
    else if (news.kind === 'stored') this.#storage.noteStored(news.clientId);
    else if (news.kind === 'entry') {
      if (news.stored) this.#storage.noteStored(news.entry.clientId);
      this.#entries.put(news.entry);
      if (news.entry.attempts > 0) this.#entries.setProgress(news.entry.clientId, undefined);
    }
    this.#work();
  }

  /** Another state of an entry: here, in the database, in the other tabs. */
  #change(entry: OutboxEntry): void {
    const stateBefore = this.#entries.get(entry.clientId)?.state;
    this.#entries.put(entry);
    // How often it was tried is not worth writing its files again.
    const written = stateBefore === entry.state ? Promise.resolve() : this.#storage.replace(entry);
    void written.then(() => this.#share(entry.clientId));
  }

  #share(clientId: string): void {
    const entry = this.#entries.get(clientId);
    try {
      if (entry) this.#channel.post({ kind: 'entry', entry, stored: this.#storage.isStored(clientId) });
    } catch {
      // Where files cannot be passed on, the others find it in the database: what somebody wrote waits here all the same.
    }
  }

  #sent(message: Message): void {
    if (this.#settle(message)) this.#channel.post({ kind: 'sent', message });
  }

  /**
   * The server has it: whoever shows messages gets it before the entry goes, so that it is never on the screen as neither.
   * @returns whether that is new here
   */
  #settle(message: Message): boolean {
    const { clientId } = message;
    if (this.#acknowledged.has(clientId)) return false;
    this.#acknowledged.add(clientId);
    try {
      this.ports.onSent(message);
    } catch (error) {
      console.error(error);
    }
    this.#forget(clientId, true);
    return true;
  }

  #forget(clientId: string, stored: boolean): void {
    this.#entries.drop(clientId);
    this.#storage.remove(clientId);
    this.#sender.forget(clientId, stored);
  }
}
