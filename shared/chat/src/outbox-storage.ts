import type { DBSchema, IDBPDatabase } from 'idb';
import type { OutboxEntries, OutboxEntry } from './outbox-entries.ts';

interface OutboxSchema extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { user: string } };
}
type Database = IDBPDatabase<OutboxSchema>;

const DATABASE_NAME = 'solvent-outbox';
/** Some browsers never respond to `open`. */
const OPEN_TIMEOUT_MS = 5000;

/** Runs calls in order; they reject in private mode or without space. Reopens a connection that the browser closed. */
export class OutboxDatabase {
  #opening: Promise<Database> | undefined;
  #hasTimedOut = false;
  #queue: Promise<unknown> = Promise.resolve();

  load(userId: string): Promise<OutboxEntry[]> {
    return this.#run((database) => database.getAllFromIndex('entries', 'user', userId));
  }

  add(entry: OutboxEntry): Promise<void> {
    return this.#run(async (database) => {
      await database.put('entries', entry);
    });
  }

  /** Does nothing if another tab removed the entry. */
  replace(entry: OutboxEntry): Promise<void> {
    return this.#run(async (database) => {
      const { store, done } = database.transaction('entries', 'readwrite');
      const known = await store.getKey(entry.clientId);
      if (known !== undefined) await store.put(entry);
      await done;
    });
  }

  remove(clientId: string): Promise<void> {
    return this.#run((database) => database.delete('entries', clientId));
  }

  get settled(): Promise<unknown> {
    return this.#queue;
  }

  close(): void {
    void this.#queue.then(() => this.#disconnect());
  }

  #run<Result>(task: (database: Database) => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(async () => {
      try {
        return await task(await this.#open());
      } catch (error) {
        if (this.#hasTimedOut) throw error;
        this.#disconnect();
        return task(await this.#open());
      }
    });
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #open(): Promise<Database> {
    if (this.#hasTimedOut) throw new Error("The browser's database does not respond.");
    // No page needs it to render. Its download is not part of the timeout.
    const { openDB } = await import('idb');
    this.#opening ??= openDB<OutboxSchema>(DATABASE_NAME, 1, {
      upgrade: (database) => {
        database.createObjectStore('entries', { keyPath: 'clientId' }).createIndex('user', 'userId');
      },
      blocking: () => this.#disconnect(),
      terminated: () => this.#disconnect(),
    });
    return this.#withTimeout(this.#opening);
  }

  async #withTimeout(opening: Promise<Database>): Promise<Database> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.#hasTimedOut = true;
        void opening.finally(() => (this.#hasTimedOut = false)).catch(() => undefined);
        reject(new Error("The browser's database does not respond."));
      }, OPEN_TIMEOUT_MS);
    });
    return Promise.race([opening, timeout]).finally(() => clearTimeout(timer));
  }

  #disconnect(): void {
    void this.#opening?.then((database) => database.close()).catch(() => undefined);
    this.#opening = undefined;
  }
}

/** Keeps a tab's entries and IndexedDB in sync; works from memory if the database fails. */
export class OutboxStorage {
  readonly #database = new OutboxDatabase();
  readonly #stored = new Set<string>();
  readonly #unstored = new Set<string>();
  #isReadable = true;

  constructor(
    private readonly userId: string,
    private readonly entries: OutboxEntries,
  ) {}

  get persistent(): boolean {
    return this.#isReadable && this.#unstored.size === 0;
  }

  isStored(clientId: string): boolean {
    return this.#stored.has(clientId);
  }

  markStored(clientId: string): void {
    this.#stored.add(clientId);
  }

  async add(entry: OutboxEntry): Promise<void> {
    const wasPersistent = this.persistent;
    try {
      await this.#database.add(entry);
      this.#stored.add(entry.clientId);
      this.#unstored.delete(entry.clientId);
    } catch {
      if (this.entries.get(entry.clientId)) this.#unstored.add(entry.clientId);
    }
    if (wasPersistent !== this.persistent) this.entries.notify();
  }

  async replace(entry: OutboxEntry): Promise<void> {
    await this.#database.replace(entry).catch(() => undefined);
  }

  remove(clientId: string): void {
    const wasPersistent = this.persistent;
    this.#unstored.delete(clientId);
    // An entry that remains in the database is sent again, and the server recognizes its id.
    void this.#database.remove(clientId).catch(() => undefined);
    if (wasPersistent !== this.persistent) this.entries.notify();
  }

  /** Loads the entries that other tabs, or this page before a reload, stored. */
  async sync(): Promise<void> {
    const wasPersistent = this.persistent;
    // The read may not include entries that are stored while it runs.
    const storedBefore = [...this.#stored];
    const found = await this.#database.load(this.userId).catch(() => undefined);
    this.#isReadable = found !== undefined;
    if (found) this.#mergeStored(found, storedBefore);
    if (wasPersistent !== this.persistent) this.entries.notify();
    if (found) await Promise.all(this.#retryUnstored());
  }

  get settled(): Promise<unknown> {
    return this.#database.settled;
  }

  close(): void {
    this.#database.close();
  }

  #mergeStored(found: OutboxEntry[], storedBefore: string[]): void {
    const ids = new Set(found.map(({ clientId }) => clientId));
    for (const clientId of storedBefore) {
      if (ids.has(clientId)) continue;
      // Another tab sent or removed it.
      this.#stored.delete(clientId);
      this.entries.remove(clientId);
    }
    for (const entry of found) {
      this.#stored.add(entry.clientId);
      const known = this.entries.get(entry.clientId);
      if (known === undefined) this.entries.put({ ...entry, attempts: 0 });
      else if (known.state !== entry.state) this.entries.put({ ...known, state: entry.state, failure: entry.failure });
    }
  }

  #retryUnstored(): Promise<void>[] {
    return this.entries
      .all()
      .filter(({ clientId }) => this.#unstored.has(clientId))
      .map((entry) => this.add(entry));
  }
}
