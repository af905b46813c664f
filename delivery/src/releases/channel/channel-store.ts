import { NOT_FOUND_PAGE, storeLayout } from '@solvent/federation/manifest';
import type { Revision } from '@solvent/federation/manifest';
import type { ReleaseStore } from '../store/release-store.ts';
import { readCurrent, readRevision } from './read-revision.ts';

/** How far back a channel remembers for itself: what `rollback` looks for, and what `history` shows at most. */
const HISTORY = 100;

/** One channel in the store. What was edited by hand into nonsense is passed over: the last good revision counts. */
export interface ChannelStore {
  readonly name: string;
  /** The number that pages are served of, or 0. */
  current(): Promise<number>;
  /** The highest number that a revision has, good or not; 0 where there is none. */
  lastNumber(): Promise<number>;
  /** A revision, where there is one that can be read. */
  revision(number: number): Promise<Revision | undefined>;
  /** The newest revision that can be read, live or about to be. @param upTo the highest number to look at */
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
    async lastNumber() {
      // Numbers have no gaps and only grow: each is made from the one before.
      let number = await channel.current();
      while (await store.exists(storeLayout.revision(name, number + 1))) number += 1;
      return number;
    },
    revision: read,
    async newest(upTo) {
      for (let number = upTo ?? (await channel.lastNumber()); number > 0; number -= 1) {
        const revision = await read(number);
        if (revision) return revision;
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
      await store.replace(storeLayout.page(name, number, NOT_FOUND_PAGE), last);
    },
    hasPages: (number) => store.exists(storeLayout.page(name, number, NOT_FOUND_PAGE)),
    async settle() {
      // The pointer is written by whoever finishes, so an earlier revision may overwrite a later one: look again after each
      // write until the pointer is right. A later revision's pages are whole before its pointer is written, so the last of
      // several writers sees them.
      let settled = await newestWhole();
      while (settled > 0 && (await channel.current()) !== settled) {
        await store.replace(storeLayout.current(name), JSON.stringify({ revision: settled }));
        settled = await newestWhole();
      }
      return settled;
    },
  };

  async function newestWhole(): Promise<number> {
    let number = await channel.lastNumber();
    while (number > 0 && !(await channel.hasPages(number))) number -= 1;
    return number;
  }

  return channel;
}
