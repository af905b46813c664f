import type { IsoTime, QuotedMessage } from '@solvent/contracts';
import { UUID } from 'uuidv7';

export interface OutboxFile {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  content: Blob;
}

export interface Draft {
  conversationId: string;
  content: string;
  files: OutboxFile[];
  replyTo?: QuotedMessage | null;
}

/** A message that the server has not acknowledged. A `failed` one was refused, and blocks later ones in its conversation. */
export interface OutboxEntry extends Draft {
  /** A UUIDv7, so that entries sort by creation time. */
  clientId: string;
  userId: string;
  createdAt: IsoTime;
  state: 'sending' | 'failed';
  attempts: number;
  failure: { code: string; message: string } | null;
}

const EMPTY: readonly OutboxEntry[] = [];
const compareByClientId = (one: OutboxEntry, other: OutboxEntry) => (one.clientId < other.clientId ? -1 : 1);

/** A tab's entries in memory. Entries are immutable. */
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

  /** Returns entries, oldest first; the same array until one changes. */
  getByConversation(conversationId: string): readonly OutboxEntry[] {
    const cachedList = this.#lists.get(conversationId);
    if (cachedList) return cachedList;
    const found = this.all().filter((entry) => entry.conversationId === conversationId);
    const list = found.length > 0 ? found.toSorted(compareByClientId) : EMPTY;
    this.#lists.set(conversationId, list);
    return list;
  }

  heads(): OutboxEntry[] {
    const conversations = new Set(this.all().map(({ conversationId }) => conversationId));
    return [...conversations].flatMap((id) => this.getByConversation(id).slice(0, 1));
  }

  /** Adds or replaces an entry. Ignores removed ones, since tabs may report them late. */
  put(entry: OutboxEntry): void {
    if (this.#removedIds.has(entry.clientId)) return;
    this.#entries.set(entry.clientId, entry);
    this.#invalidate(entry.conversationId);
  }

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

  /** @param sent share of the bytes, 0 to 1; undefined if not being sent */
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

  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #invalidate(conversationId: string): void {
    this.#lists.delete(conversationId);
    this.notify();
  }
}

/** Returns the creation time (ms since 1970), which is in the first 48 bits of a UUIDv7. */
const getTimestamp = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** ms since 1970. */
let latestTimestamp = 0;

/** Returns a UUIDv7 that sorts after `previous` and after every earlier id of this tab, even if the clock was set back. */
export function createClientId(previous: string | undefined): string {
  const earliest = previous === undefined ? 0 : getTimestamp(previous) + 1;
  latestTimestamp = Math.max(Date.now(), earliest, latestTimestamp + 1);
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint32Array(3));
  return UUID.fromFieldsV7(latestTimestamp, a >>> 20, b >>> 2, c).toString();
}
