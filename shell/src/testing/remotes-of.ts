import type { ChannelDocument } from '@solvent/federation/manifest';
import type { RemoteRuntime } from '../remotes/federation-runtime.ts';
import { pagesOf } from '../remotes/pages.ts';
import { createPartJournal } from '../remotes/part-journal.ts';
import { composedChannel, partsOf } from '../remotes/part-version.ts';
import { createRemoteLoader } from '../remotes/remote-loader.ts';
import type { Remotes } from '../remotes/remotes-context.ts';
import { createSlotLoader } from '../remotes/slot-loader.ts';
import { ownPages } from '../routing/own-pages.ts';

/** The remotes of a page as the shell composes them at its start, with what the network gives for each. */
export function remotesOf(channel: ChannelDocument, runtime: RemoteRuntime, overrides: Remotes['overrides'] = []): Remotes {
  const parts = partsOf(channel, overrides);
  const composed = composedChannel(channel, parts);
  const journal = createPartJournal();
  const loader = createRemoteLoader(parts, runtime, journal);
  const pages = [...ownPages, ...pagesOf(composed, loader)];
  return { channel: composed, pages, loader, slots: createSlotLoader(composed, loader), journal, overrides };
}
