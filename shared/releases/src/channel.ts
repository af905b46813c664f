import { posix } from 'node:path';
import { currentSchema, NOT_FOUND_PAGE, revisionSchema, storeLayout } from '@solvent/federation/manifest';
import type { ChannelDocument, Revision } from '@solvent/federation/manifest';
import { ValidationError } from 'yup';
import type { ReleaseStore } from './release-store.ts';
import { isEdited, readPages } from './read-pages.ts';

/** Revisions that `rollback` and `history` read. */
const HISTORY_MAX = 100;

/** A channel in the store. Revisions damaged by manual edits are skipped. */
export interface ChannelStore {
  readonly name: string;
  /** The served revision, or 0. */
  current(): Promise<number>;
  /** All revision numbers, valid or not, highest first. */
  numbers(): Promise<number[]>;
  /** Highest revision number, or 0. */
  lastNumber(): Promise<number>;
  /** Undefined if missing or invalid. */
  revision(number: number): Promise<Revision | undefined>;
  /** Returns the latest valid, unedited revision up to a number. */
  newest(upTo?: number): Promise<Revision | undefined>;
  /** Returns the last valid revisions up to a number, newest first. */
  history(upTo: number, count?: number): Promise<Revision[]>;
  /** Returns false if the number exists. */
  add(revision: Revision): Promise<boolean>;
  /** Writes the not-found page last: its presence marks the pages as complete. */
  writePages(number: number, pages: Map<string, string>): Promise<void>;
  hasPages(number: number): Promise<boolean>;
  /** Serves the latest revision with complete pages, by any writer. */
  settle(): Promise<number>;
}

/** Opens a channel, such as `production`. */
export function openChannel(store: ReleaseStore, name: string): ChannelStore {
  const read = (number: number) => readRevision(store, storeLayout.revision(name, number), number);
  const channel: ChannelStore = {
    name,
    current: () => readCurrent(store, storeLayout.current(name)),
    async numbers() {
      const keys = await store.list(posix.dirname(storeLayout.revision(name, 1)));
      const numbers = keys.flatMap((key) => /\/(\d+)\.json$/.exec(key)?.[1] ?? []).map(Number);
      return numbers.filter((number) => number > 0 && Number.isSafeInteger(number)).toSorted((one, other) => other - one);
    },
    async lastNumber() {
      let number = await channel.current();
      // The pointer may be damaged, too.
      if (number === 0 || !(await store.exists(storeLayout.revision(name, number)))) return (await channel.numbers())[0] ?? 0;
      // Numbers have no gaps: each revision is based on the one before.
      while (await store.exists(storeLayout.revision(name, number + 1))) number += 1;
      return number;
    },
    revision: read,
    async newest(upTo) {
      for await (const number of numbersFrom(upTo ?? (await channel.lastNumber()))) {
        const revision = await read(number);
        if (revision && !(await isEdited(store, revision))) return revision;
      }
      return undefined;
    },
    async history(upTo, count = HISTORY_MAX) {
      const numbers = Array.from({ length: Math.min(count, upTo) }, (_none, back) => upTo - back);
      const revisions = await Promise.all(numbers.map(read));
      return revisions.filter((revision) => revision !== undefined);
    },
    add: (revision) => store.create(storeLayout.revision(name, revision.document.revision), JSON.stringify(revision, null, 2)),
    async writePages(number, pages) {
      const { [NOT_FOUND_PAGE]: last = '', ...others } = Object.fromEntries(pages);
      for (const [page, html] of Object.entries(others)) await store.put(storeLayout.page(name, number, page), html);
      await store.put(storeLayout.page(name, number, NOT_FOUND_PAGE), last);
    },
    hasPages: (number) => store.exists(storeLayout.page(name, number, NOT_FOUND_PAGE)),
    async settle() {
      // Concurrent writers may overwrite the pointer with an earlier revision, so check again after each write. Pages are
      // complete before a pointer is written, so the last writer sees them.
      let settled = await findNewestComplete();
      while (settled > 0 && (await channel.current()) !== settled) {
        await store.put(storeLayout.current(name), JSON.stringify({ revision: settled }));
        settled = await findNewestComplete();
      }
      return settled;
    },
  };

  async function findNewestComplete(): Promise<number> {
    for await (const number of numbersFrom(await channel.lastNumber())) if (await channel.hasPages(number)) return number;
    return 0;
  }

  async function* numbersFrom(number: number): AsyncGenerator<number> {
    if (number > 0) yield number;
    for (const earlier of await channel.numbers()) if (earlier < number) yield earlier;
  }

  return channel;
}

async function readRevision(store: ReleaseStore, key: string, number: number): Promise<Revision | undefined> {
  const revision = await readChecked(store, key, (value) => revisionSchema.validateSync(value));
  return revision?.document.revision === number ? revision : undefined;
}

async function readCurrent(store: ReleaseStore, key: string): Promise<number> {
  const current = await readChecked(store, key, (value) => currentSchema.validateSync(value));
  return current?.revision ?? 0;
}

/** Reads and validates a key; undefined if missing or invalid. Store errors are thrown. */
async function readChecked<Value>(
  store: ReleaseStore,
  key: string,
  check: (value: unknown) => Value,
): Promise<Value | undefined> {
  const bytes = await store.read(key);
  if (bytes === undefined) return undefined;
  try {
    return check(JSON.parse(String(bytes)));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ValidationError) return undefined;
    throw error;
  }
}

export interface LiveChannel {
  document: ChannelDocument;
  /** HTML by file name, with the server's placeholders. */
  pages: ReadonlyMap<string, string>;
}

/** Returns the revision of the pointer (0 for none), or the latest valid one if that is damaged. */
export async function newestGood(store: ReleaseStore, name: string, pointer: number): Promise<LiveChannel | undefined> {
  const channel = openChannel(store, name);
  const readLive = async (number: number): Promise<LiveChannel | undefined> => {
    const revision = await channel.revision(number);
    const pages = revision?.document.channel === name ? await readPages(store, revision) : undefined;
    return revision && pages && { document: revision.document, pages };
  };
  const named = pointer > 0 ? await readLive(pointer) : undefined;
  if (named) return named;
  // The pointer may be damaged, too.
  for (const number of await channel.numbers()) {
    const live = await readLive(number);
    if (live) return live;
  }
  return undefined;
}
