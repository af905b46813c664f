import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { OutboxEntries, OutboxEntry } from './outbox-entries.ts';

interface OutboxSchema extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { user: string } };
}
type Database = IDBPDatabase<OutboxSchema>;

const DATABASE_NAME = 'solvent-outbox';
/** Some browsers never answer: after this long (ms) it counts as not there. */
const OPEN_TIMEOUT_MS = 5000;

/**
 * The entries in the browser's database. Each call runs after the one before it, and rejects where the database cannot do it
 * (private mode, no space left); a connection that the browser has ended is opened again.
 */
export class OutboxDatabase {
  #opening: Promise<Database> | undefined;
  #hasTimedOut = false;
  #queue: Promise<unknown> = Promise.resolve();

  /** Everything of one person. */
  load(userId: string): Promise<OutboxEntry[]> {
    return this.#run((database) => database.getAllFromIndex('entries', 'user', userId));
  }

  add(entry: OutboxEntry): Promise<void> {
    return this.#run(async (database) => {
      await database.put('entries', entry);
    });
  }

  /** Changes one that is still there: another tab may have taken it out. */
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

  /** Settles when all that was asked for until now is done, or has failed. */
  get settled(): Promise<unknown> {
    return this.#queue;
  }

  /** Ends the connection after what is under way. */
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
    if (this.#hasTimedOut) throw new Error("The browser's database does not answer.");
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
        reject(new Error("The browser's database does not answer."));
      }, OPEN_TIMEOUT_MS);
    });
    return Promise.race([opening, timeout]).finally(() => clearTimeout(timer));
  }

  #disconnect(): void {
    void this.#opening?.then((database) => database.close()).catch(() => undefined);
    this.#opening = undefined;
  }
}

/** Keeps a tab's entries and the database the same. Where the database fails, the tab goes on from memory. */
export class OutboxStorage {
  readonly #database = new OutboxDatabase();
  readonly #stored = new Set<string>();
  readonly #unstored = new Set<string>();
  #isReadable = true;

  constructor(
    private readonly userId: string,
    private readonly entries: OutboxEntries,
  ) {}

  /** Whether every entry survives the end of this page. */
  get persistent(): boolean {
    return this.#isReadable && this.#unstored.size === 0;
  }

  isStored(clientId: string): boolean {
    return this.#stored.has(clientId);
  }

  /** Another tab has stored it. */
  markStored(clientId: string): void {
    this.#stored.add(clientId);
  }

  /** Stores a new entry, or one that could not be stored before. */
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

  /** Stores another state of an entry; of one that the database does not have, it is in memory only. */
  async replace(entry: OutboxEntry): Promise<void> {
    await this.#database.replace(entry).catch(() => undefined);
  }

  remove(clientId: string): void {
    const wasPersistent = this.persistent;
    this.#unstored.delete(clientId);
    // One that stays in the database goes out once more, and the server knows it by its id.
    void this.#database.remove(clientId).catch(() => undefined);
    if (wasPersistent !== this.persistent) this.entries.notify();
  }

  /** Takes over what other tabs, or this page before a reload, have left in the database. */
  async sync(): Promise<void> {
    const wasPersistent = this.persistent;
    // What is stored while the database is read may not be among what is found.
    const storedBefore = [...this.#stored];
    const found = await this.#database.load(this.userId).catch(() => undefined);
    this.#isReadable = found !== undefined;
    if (found) this.#mergeStored(found, storedBefore);
    if (wasPersistent !== this.persistent) this.entries.notify();
    if (found) await Promise.all(this.#retryUnstored());
  }

  /** Settles when all that was to be stored is, and all that was to be taken out is gone, or that has failed. */
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
      // It was there: another tab has sent it, or taken it out.
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
