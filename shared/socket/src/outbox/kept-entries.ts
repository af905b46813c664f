import { EntryStore } from './entry-store.ts';
import type { EntryBook } from './entry-book.ts';
import type { OutboxEntry } from './types.ts';

/** Keeps a tab's entries and the database the same. Where the database fails, the tab goes on from memory. */
export class KeptEntries {
  readonly #store = new EntryStore();
  readonly #stored = new Set<string>();
  readonly #unstored = new Set<string>();
  #readable = true;

  constructor(
    private readonly userId: string,
    private readonly book: EntryBook,
  ) {}

  /** Whether every entry survives the end of this page. */
  get persistent(): boolean {
    return this.#readable && this.#unstored.size === 0;
  }

  isStored(clientId: string): boolean {
    return this.#stored.has(clientId);
  }

  /** Another tab says where its entry is. */
  note(clientId: string, stored: boolean): void {
    if (stored) this.#stored.add(clientId);
  }

  /** Stores a new entry, or one that could not be stored before. */
  async add(entry: OutboxEntry): Promise<void> {
    const before = this.persistent;
    try {
      await this.#store.add(entry);
      this.#stored.add(entry.clientId);
      this.#unstored.delete(entry.clientId);
    } catch {
      if (this.book.get(entry.clientId)) this.#unstored.add(entry.clientId);
    }
    if (before !== this.persistent) this.book.tell();
  }

  /** Stores another state of an entry; of one that the database does not have, it is in memory only. */
  async replace(entry: OutboxEntry): Promise<void> {
    await this.#store.replace(entry).catch(() => undefined);
  }

  remove(clientId: string): void {
    const before = this.persistent;
    this.#unstored.delete(clientId);
    // One that stays in the database goes out once more, and the server knows it by its id.
    void this.#store.remove(clientId).catch(() => undefined);
    if (before !== this.persistent) this.book.tell();
  }

  /** Takes over what other tabs, or this page before a reload, have left in the database. */
  async sync(): Promise<void> {
    const before = this.persistent;
    // What is stored while the database is read may not be among what is found.
    const storedBefore = [...this.#stored];
    const found = await this.#store.load(this.userId).catch(() => undefined);
    this.#readable = found !== undefined;
    if (found) this.#takeOver(found, storedBefore);
    if (before !== this.persistent) this.book.tell();
    if (found) await Promise.all(this.#retries());
  }

  close(): void {
    this.#store.close();
  }

  #takeOver(found: OutboxEntry[], storedBefore: string[]): void {
    const ids = new Set(found.map(({ clientId }) => clientId));
    for (const clientId of storedBefore) {
      if (ids.has(clientId)) continue;
      // It was there: another tab has sent it, or taken it out.
      this.#stored.delete(clientId);
      this.book.drop(clientId);
    }
    for (const entry of found) {
      this.#stored.add(entry.clientId);
      const known = this.book.get(entry.clientId);
      if (known === undefined) this.book.put({ ...entry, attempts: 0 });
      else if (known.state !== entry.state) this.book.put({ ...known, state: entry.state, failure: entry.failure });
    }
  }

  #retries(): Promise<void>[] {
    return this.book
      .all()
      .filter(({ clientId }) => this.#unstored.has(clientId))
      .map((entry) => this.add(entry));
  }
}
