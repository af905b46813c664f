import { posix } from 'node:path';
import { readPages, readRevision } from '@solvent/delivery/releases';
import type { ReleaseStore } from '@solvent/delivery/releases';
import { storeLayout } from '@solvent/federation/manifest';
import type { ChannelDocument } from '@solvent/federation/manifest';

/** A channel as it is served now. */
export interface LiveChannel {
  document: ChannelDocument;
  /** Every page's HTML by file name as delivery made it, with the server's placeholders in it. */
  pages: ReadonlyMap<string, string>;
}

/**
 * The revision that the pointer names; where that one is nonsense, or its pages are not as they were made, the newest good one.
 * Undefined where there is none.
 *
 * @param channel its name, such as `production` @param pointer what `current.json` says; 0 where it says nothing
 */
export async function newestGood(store: ReleaseStore, channel: string, pointer: number): Promise<LiveChannel | undefined> {
  const named = pointer > 0 ? await readLive(store, channel, pointer) : undefined;
  if (named) return named;
  // The pointer may be nonsense, too: what there is says the list.
  const keys = await store.list(posix.dirname(storeLayout.revision(channel, 1)));
  const numbers = keys
    .map((key) => Number(posix.basename(key, '.json')))
    .filter((number) => Number.isInteger(number) && number > 0);
  for (const number of numbers.toSorted((one, other) => other - one)) {
    const live = await readLive(store, channel, number);
    if (live) return live;
  }
  return undefined;
}

async function readLive(store: ReleaseStore, channel: string, number: number): Promise<LiveChannel | undefined> {
  const revision = await readRevision(store, storeLayout.revision(channel, number), number);
  const pages = revision?.document.channel === channel ? await readPages(store, revision) : undefined;
  return revision && pages && { document: revision.document, pages };
}
