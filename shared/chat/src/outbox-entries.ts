import type { IsoTime, QuotedMessage } from '@solvent/contracts';
import { V7Generator } from 'uuidv7';

/** A file that waits to be sent. */
export interface OutboxFile {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  content: Blob;
}

/** What somebody writes. */
export interface Draft {
  conversationId: string;
  content: string;
  files: OutboxFile[];
  /** The message that it answers; none where it is left out. */
  replyTo?: QuotedMessage | null;
}

/**
 * A message that the server has not acknowledged yet. `sending`: it goes out, or waits for those before it or for the
 * connection (`attempts` above 0: it was tried and will be again). `failed`: the server refused it, and what was
 * written after it in the same conversation waits until the person decides.
 */
export interface OutboxEntry extends Draft {
  /** The message's `clientId`: a UUIDv7, so that entries sort by when they were written. */
  clientId: string;
  userId: string;
  createdAt: IsoTime;
  state: 'sending' | 'failed';
  attempts: number;
  /** Why it cannot be sent as it is: the server's word and sentence. */
  failure: { code: string; message: string } | null;
}

const EMPTY: readonly OutboxEntry[] = [];
const compareByClientId = (one: OutboxEntry, other: OutboxEntry) => (one.clientId < other.clientId ? -1 : 1);

/** What a tab knows of one person's entries, in memory. Entries are never changed, only replaced. */
export class OutboxEntries {
  readonly #entries = new Map<string, OutboxEntry>();
  readonly #removedIds = new Set<string>();
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
  getByConversation(conversationId: string): readonly OutboxEntry[] {
    const known = this.#lists.get(conversationId);
    if (known) return known;
    const found = this.all().filter((entry) => entry.conversationId === conversationId);
    const list = found.length > 0 ? found.toSorted(compareByClientId) : EMPTY;
    this.#lists.set(conversationId, list);
    return list;
  }

  /** The first of each conversation: the one that is to go. */
  heads(): OutboxEntry[] {
    const conversations = new Set(this.all().map(({ conversationId }) => conversationId));
    return [...conversations].flatMap((id) => this.getByConversation(id).slice(0, 1));
  }

  /** Takes an entry, or another state of it; one that is gone does not come back. */
  put(entry: OutboxEntry): void {
    if (this.#removedIds.has(entry.clientId)) return;
    this.#entries.set(entry.clientId, entry);
    this.#invalidate(entry.conversationId);
  }

  /** Takes one out for good: sent, or not wanted any more. */
  remove(clientId: string): void {
    this.#removedIds.add(clientId);
    this.#progress.delete(clientId);
    const entry = this.#entries.get(clientId);
    if (entry === undefined) return;
    this.#entries.delete(clientId);
    this.#invalidate(entry.conversationId);
  }

  progress(clientId: string): number | undefined {
    return this.#progress.get(clientId);
  }

  /** Says how much of an entry is sent (0 to 1); undefined: it is not on its way. */
  setProgress(clientId: string, sent: number | undefined): void {
    if (!this.#entries.has(clientId) || this.#progress.get(clientId) === sent) return;
    if (sent === undefined) this.#progress.delete(clientId);
    else this.#progress.set(clientId, sent);
    this.notify();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls whoever listens. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #invalidate(conversationId: string): void {
    this.#lists.delete(conversationId);
    this.notify();
  }
}

const generator = new V7Generator();

/** Milliseconds that a clock may go back without anybody noticing. */
const MAX_CLOCK_ROLLBACK_MS = 10_000;

/** When a UUIDv7 was made, in ms since 1970: its first 48 bits. */
const getTimestamp = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** A UUIDv7 that sorts after `previous`, whatever the clock says: another tab may have made that one, or a clock was set back. */
export function nextClientId(previous: string | undefined): string {
  const earliest = previous === undefined ? 0 : getTimestamp(previous) + 1;
  return generator.generateOrResetCore(Math.max(Date.now(), earliest), MAX_CLOCK_ROLLBACK_MS).toString();
}
