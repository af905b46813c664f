import { posix } from 'node:path';
import { currentSchema, NOT_FOUND_PAGE, revisionSchema, storeLayout } from '@solvent/federation/manifest';
import type { ChannelDocument, Revision } from '@solvent/federation/manifest';
import { ValidationError } from 'yup';
import type { ReleaseStore } from './release-store.ts';
import { isEdited, readPages } from './read-pages.ts';

/** How far back a channel remembers for itself: what `rollback` looks for, and what `history` shows at most. */
const HISTORY = 100;

/** One channel in the store. What was edited by hand into nonsense is passed over: the last good revision counts. */
export interface ChannelStore {
  readonly name: string;
  /** The number that pages are served of, or 0. */
  current(): Promise<number>;
  /** The numbers of all revisions, good or not, highest first. */
  numbers(): Promise<number[]>;
  /** The highest of them; 0 where there is none. */
  lastNumber(): Promise<number>;
  /** A revision, where there is one that can be read. */
  revision(number: number): Promise<Revision | undefined>;
  /**
   * The newest revision that can be read and that nobody edited since, live or about to be.
   *
   * @param upTo the highest number to look at
   */
  newest(upTo?: number): Promise<Revision | undefined>;
  /** The last revisions up to a number that can be read, newest first. */
  history(upTo: number, count?: number): Promise<Revision[]>;
  /** Adds a revision; false where somebody else was quicker with this number. */
  add(revision: Revision): Promise<boolean>;
  /** Writes a revision's pages, the one for unknown paths last: with it they are whole. */
  writePages(number: number, pages: Map<string, string>): Promise<void>;
  hasPages(number: number): Promise<boolean>;
  /** Lets the newest revision whose pages are whole be served, whoever made it. */
  settle(): Promise<number>;
}

/** @param name the channel, such as `production` */
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
      // What the pointer names may be nonsense, too.
      if (number === 0 || !(await store.exists(storeLayout.revision(name, number)))) return (await channel.numbers())[0] ?? 0;
      // Numbers have no gaps and only grow: each is made from the one before.
      while (await store.exists(storeLayout.revision(name, number + 1))) number += 1;
      return number;
    },
    revision: read,
    async newest(upTo) {
      for await (const number of downFrom(upTo ?? (await channel.lastNumber()))) {
        const revision = await read(number);
        if (revision && !(await isEdited(store, revision))) return revision;
      }
      return undefined;
    },
    async history(upTo, count = HISTORY) {
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
      // The pointer is written by whoever finishes, so an earlier revision may overwrite a later one: look again after each
      // write until the pointer is right. A later revision's pages are whole before its pointer is written, so the last of
      // several writers sees them.
      let settled = await newestWhole();
      while (settled > 0 && (await channel.current()) !== settled) {
        await store.put(storeLayout.current(name), JSON.stringify({ revision: settled }));
        settled = await newestWhole();
      }
      return settled;
    },
  };

  async function newestWhole(): Promise<number> {
    for await (const number of downFrom(await channel.lastNumber())) if (await channel.hasPages(number)) return number;
    return 0;
  }

  /** A number, mostly the one that is looked for, and then those of the revisions before it. */
  async function* downFrom(number: number): AsyncGenerator<number> {
    if (number > 0) yield number;
    for (const earlier of await channel.numbers()) if (earlier < number) yield earlier;
  }

  return channel;
}

/** A revision; undefined where there is none, or somebody edited it by hand into nonsense. */
async function readRevision(store: ReleaseStore, key: string, number: number): Promise<Revision | undefined> {
  const revision = await checked(store, key, (value) => revisionSchema.validateSync(value));
  return revision?.document.revision === number ? revision : undefined;
}

/** The number of the revision that is served; 0 where there is none, or nonsense stands in its place. */
async function readCurrent(store: ReleaseStore, key: string): Promise<number> {
  const current = await checked(store, key, (value) => currentSchema.validateSync(value));
  return current?.revision ?? 0;
}

/** What a key holds, where it is what it should be. A store that does not answer is no nonsense: that is thrown. */
async function checked<Value>(store: ReleaseStore, key: string, check: (value: unknown) => Value): Promise<Value | undefined> {
  const bytes = await store.read(key);
  if (bytes === undefined) return undefined;
  try {
    return check(JSON.parse(String(bytes)));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ValidationError) return undefined;
    throw error;
  }
}

/** A channel as it is served. */
export interface LiveChannel {
  document: ChannelDocument;
  /** Every page's HTML by file name as delivery made it, with the server's placeholders in it. */
  pages: ReadonlyMap<string, string>;
}

/**
 * The revision that the pointer names; where that one is nonsense, or its pages are not as they were made, the newest good one.
 * Undefined where there is none.
 *
 * @param name the channel, such as `production` @param pointer what `current.json` says; 0 where it says nothing
 */
export async function newestGood(store: ReleaseStore, name: string, pointer: number): Promise<LiveChannel | undefined> {
  const channel = openChannel(store, name);
  const readLive = async (number: number): Promise<LiveChannel | undefined> => {
    const revision = await channel.revision(number);
    const pages = revision?.document.channel === name ? await readPages(store, revision) : undefined;
    return revision && pages && { document: revision.document, pages };
  };
  const named = pointer > 0 ? await readLive(pointer) : undefined;
  if (named) return named;
  // The pointer may be nonsense, too: what there is says the list.
  for (const number of await channel.numbers()) {
    const live = await readLive(number);
    if (live) return live;
  }
  return undefined;
}
