import { currentSchema, NOT_FOUND_PAGE, revisionSchema, storeLayout } from '@solvent/federation/manifest';
import type { Revision } from '@solvent/federation/manifest';
import type { ReleaseStore } from '../store/release-store.ts';

/** One channel in the store. */
export interface ChannelStore {
  readonly name: string;
  /** The number that pages are served of, or 0. */
  current(): Promise<number>;
  /** The newest revision that somebody made, live or about to be. */
  newest(): Promise<Revision | undefined>;
  revision(number: number): Promise<Revision | undefined>;
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
  const channel: ChannelStore = {
    name,
    async current() {
      const found = await store.readJson(storeLayout.current(name));
      return found === undefined ? 0 : currentSchema.validateSync(found).revision;
    },
    async newest() {
      return channel.revision(await lastNumber());
    },
    async revision(number) {
      const found = await store.readJson(storeLayout.revision(name, number));
      return found === undefined ? undefined : revisionSchema.validateSync(found);
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

  /** Numbers have no gaps and only grow: each is made from the one before. */
  async function lastNumber(): Promise<number> {
    let number = await channel.current();
    while (await store.exists(storeLayout.revision(name, number + 1))) number += 1;
    return number;
  }

  async function newestWhole(): Promise<number> {
    let number = await lastNumber();
    while (number > 0 && !(await channel.hasPages(number))) number -= 1;
    return number;
  }

  return channel;
}
