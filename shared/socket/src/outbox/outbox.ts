import type { Message } from '@solvent/contracts';
import { nextClientId } from './client-ids.ts';
import { EntryBook } from './entry-book.ts';
import { KeptEntries } from './kept-entries.ts';
import { tabLock } from './lock.ts';
import { Sender } from './sender.ts';
import { openTabs } from './tabs.ts';
import type { News, Tabs } from './tabs.ts';
import type { Draft, Outbox, OutboxEntry, OutboxPorts } from './types.ts';

class BrowserOutbox implements Outbox {
  readonly #book = new EntryBook();
  readonly #kept: KeptEntries;
  readonly #sender: Sender;
  readonly #tabs: Tabs;
  readonly #told = new Set<string>();
  #waitsForLock = false;
  #closed = false;

  constructor(private readonly ports: OutboxPorts) {
    this.#kept = new KeptEntries(ports.userId, this.#book);
    this.#tabs = openTabs(this.#name, (news) => this.#hear(news));
    this.#sender = new Sender({
      book: this.#book,
      send: ports.send,
      wait: ports.wait,
      onSent: (message) => this.#sent(message),
      onChange: (entry) => this.#change(entry),
      onProgress: (clientId, sent) => {
        this.#book.setProgress(clientId, sent);
        this.#tabs.tell({ kind: 'progress', clientId, sent });
      },
    });
    globalThis.addEventListener?.('online', this.wake);
    void this.#kept.sync().then(() => this.#work());
  }

  get persistent() {
    return this.#kept.persistent;
  }

  add({ conversationId, content, files }: Draft): OutboxEntry {
    const entry: OutboxEntry = {
      conversationId,
      content,
      files: [...files],
      clientId: nextClientId(this.#book.of(conversationId).at(-1)?.clientId),
      userId: this.ports.userId,
      createdAt: new Date().toISOString(),
      state: 'sending',
      attempts: 0,
      failure: null,
    };
    this.#book.put(entry);
    // Others hear of it when it can be found in the database, so that none takes it for one that is gone from there.
    void this.#kept.add(entry).then(() => this.#tell(entry.clientId));
    this.#work();
    return entry;
  }

  entries(conversationId: string) {
    return this.#book.of(conversationId);
  }

  progress(clientId: string) {
    return this.#book.progress(clientId);
  }

  retry(clientId: string) {
    const entry = this.#book.get(clientId);
    if (entry?.state !== 'failed') return;
    this.#change({ ...entry, state: 'sending', attempts: 0, failure: null });
    this.#work();
  }

  remove(clientId: string) {
    this.#tabs.tell({ kind: 'removed', clientId });
    this.#forget(clientId, false);
    this.#work();
  }

  acknowledge(message: Message) {
    if (message.sender._id === this.ports.userId && this.#book.get(message.clientId)) this.#sent(message);
  }

  readonly wake = () => {
    if (this.#closed) return;
    this.#tabs.tell({ kind: 'wake' });
    this.#sender.wake();
    // What a tab has left that closed meanwhile.
    void this.#kept.sync().then(() => this.#work());
  };

  subscribe(listener: () => void) {
    return this.#book.subscribe(listener);
  }

  close() {
    this.#closed = true;
    globalThis.removeEventListener?.('online', this.wake);
    this.#sender.halt();
    this.#tabs.close();
    this.#kept.close();
  }

  /** Of the database it is one person's part; so are the lock and the line to the other tabs. */
  get #name() {
    return `solvent-outbox:${this.ports.userId}`;
  }

  /** Sees to it that what can go goes: in this tab, as soon as no other one sends. */
  #work(): void {
    if (this.#closed) return;
    this.#sender.follow();
    if (this.#waitsForLock || !this.#sender.hasWork) return;
    this.#waitsForLock = true;
    const run = () => this.#run();
    void (this.ports.lock ?? tabLock)(this.#name, run)
      .catch(run)
      .then(() => {
        this.#waitsForLock = false;
        // Something may have come between its last look and the end of the lock.
        this.#work();
      });
  }

  async #run(): Promise<void> {
    if (this.#closed) return;
    await this.#kept.sync();
    if (!this.#closed) await this.#sender.run();
  }

  #hear(news: News): void {
    if (news.kind === 'sent') this.#settle(news.message);
    else if (news.kind === 'removed') this.#forget(news.clientId, false);
    else if (news.kind === 'progress') this.#book.setProgress(news.clientId, news.sent);
    else if (news.kind === 'wake') this.#sender.wake();
    else if (news.kind === 'entry') {
      this.#kept.note(news.entry.clientId, news.stored);
      this.#book.put(news.entry);
      if (news.entry.attempts > 0) this.#book.setProgress(news.entry.clientId, undefined);
    }
    this.#work();
  }

  /** Another state of an entry: here, in the database, in the other tabs. */
  #change(entry: OutboxEntry): void {
    const stateBefore = this.#book.get(entry.clientId)?.state;
    this.#book.put(entry);
    // How often it was tried is not worth writing its files again.
    const written = stateBefore === entry.state ? Promise.resolve() : this.#kept.replace(entry);
    void written.then(() => this.#tell(entry.clientId));
  }

  #tell(clientId: string): void {
    const entry = this.#book.get(clientId);
    if (entry) this.#tabs.tell({ kind: 'entry', entry, stored: this.#kept.isStored(clientId) });
  }

  #sent(message: Message): void {
    if (this.#told.has(message.clientId)) return;
    this.#tabs.tell({ kind: 'sent', message });
    this.#settle(message);
  }

  /** The server has it: whoever shows messages gets it before the entry goes, so that it is never on the screen as neither. */
  #settle(message: Message): void {
    const { clientId } = message;
    if (!this.#told.has(clientId)) {
      this.#told.add(clientId);
      try {
        this.ports.onSent(message);
      } catch (error) {
        console.error(error);
      }
    }
    this.#forget(clientId, true);
  }

  #forget(clientId: string, stored: boolean): void {
    this.#book.drop(clientId);
    this.#kept.remove(clientId);
    this.#sender.forget(clientId, stored);
  }
}

/** Opens the outbox of one person in this tab. What waits from before goes out. */
export const createOutbox = (ports: OutboxPorts): Outbox => new BrowserOutbox(ports);
