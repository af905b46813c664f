import type { ChannelDocument } from '@solvent/federation/manifest';
import type { ReleaseStore } from '../store/release-store.ts';
import { openChannel } from './channel-store.ts';
import { readPages } from './read-pages.ts';

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
