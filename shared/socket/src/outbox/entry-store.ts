import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import type { OutboxEntry } from './types.ts';

interface OutboxSchema extends DBSchema {
  entries: { key: string; value: OutboxEntry; indexes: { user: string } };
}
type Database = IDBPDatabase<OutboxSchema>;

const NAME = 'solvent-outbox';
/** Some browsers never answer: after this long (ms) it counts as not there. */
const OPEN_WITHIN = 5000;

/**
 * The entries in the browser's database. Each call runs after the one before it, and rejects where the database cannot do it
 * (private mode, no space left); a connection that the browser has ended is opened again.
 */
export class EntryStore {
  #opening: Promise<Database> | undefined;
  #unanswered = false;
  #last: Promise<unknown> = Promise.resolve();

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

  /** Ends the connection after what is under way. */
  close(): void {
    void this.#last.then(() => this.#drop());
  }

  #run<Result>(task: (database: Database) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(async () => {
      try {
        return await task(await this.#open());
      } catch (error) {
        if (this.#unanswered) throw error;
        this.#drop();
        return task(await this.#open());
      }
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #open(): Promise<Database> {
    if (this.#unanswered) throw new Error("The browser's database does not answer.");
    this.#opening ??= openDB<OutboxSchema>(NAME, 1, {
      upgrade: (database) => {
        database.createObjectStore('entries', { keyPath: 'clientId' }).createIndex('user', 'userId');
      },
      blocking: () => this.#drop(),
      terminated: () => this.#drop(),
    });
    return this.#inTime(this.#opening);
  }

  async #inTime(opening: Promise<Database>): Promise<Database> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.#unanswered = true;
        void opening.finally(() => (this.#unanswered = false)).catch(() => undefined);
        reject(new Error("The browser's database does not answer."));
      }, OPEN_WITHIN);
    });
    return Promise.race([opening, late]).finally(() => clearTimeout(timer));
  }

  #drop(): void {
    void this.#opening?.then((database) => database.close()).catch(() => undefined);
    this.#opening = undefined;
  }
}
