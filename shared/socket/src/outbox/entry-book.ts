import type { OutboxEntry } from './types.ts';

const NONE: readonly OutboxEntry[] = [];
const byTime = (one: OutboxEntry, other: OutboxEntry) => (one.clientId < other.clientId ? -1 : 1);

/** What a tab knows of one person's entries. Entries are never changed, only replaced. */
export class EntryBook {
  readonly #entries = new Map<string, OutboxEntry>();
  readonly #gone = new Set<string>();
  readonly #progress = new Map<string, number>();
  readonly #lists = new Map<string, readonly OutboxEntry[]>();
  readonly #listeners = new Set<() => void>();

  get(clientId: string): OutboxEntry | undefined {
    return this.#entries.get(clientId);
  }

  all(): OutboxEntry[] {
    return [...this.#entries.values()];
  }

  /** Those of a conversation, oldest first; the same array until one of them changes. */
  of(conversationId: string): readonly OutboxEntry[] {
    const known = this.#lists.get(conversationId);
    if (known) return known;
    const found = this.all().filter((entry) => entry.conversationId === conversationId);
    const list = found.length > 0 ? found.toSorted(byTime) : NONE;
    this.#lists.set(conversationId, list);
    return list;
  }

  /** The first of each conversation: the one that is to go. */
  heads(): OutboxEntry[] {
    const conversations = new Set(this.all().map(({ conversationId }) => conversationId));
    return [...conversations].flatMap((id) => this.of(id).slice(0, 1));
  }

  /** Takes an entry, or another state of it; one that is gone does not come back. */
  put(entry: OutboxEntry): void {
    if (this.#gone.has(entry.clientId)) return;
    this.#entries.set(entry.clientId, entry);
    this.#changed(entry.conversationId);
  }

  /** Takes one out for good: sent, or not wanted any more. */
  drop(clientId: string): void {
    this.#gone.add(clientId);
    this.#progress.delete(clientId);
    const entry = this.#entries.get(clientId);
    if (entry === undefined) return;
    this.#entries.delete(clientId);
    this.#changed(entry.conversationId);
  }

  progress(clientId: string): number | undefined {
    return this.#progress.get(clientId);
  }

  /** Says how much of an entry is sent (0 to 1); undefined: it is not on its way. */
  setProgress(clientId: string, sent: number | undefined): void {
    if (!this.#entries.has(clientId) || this.#progress.get(clientId) === sent) return;
    if (sent === undefined) this.#progress.delete(clientId);
    else this.#progress.set(clientId, sent);
    this.tell();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls whoever listens. */
  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #changed(conversationId: string): void {
    this.#lists.delete(conversationId);
    this.tell();
  }
}
