import type { ChannelDocument, RemoteBuild } from '@solvent/federation/manifest';
import type { RemoteRuntime } from './remotes/federation-runtime.ts';
import { createRemotePages } from './remotes/pages.ts';
import { createRemoteJournal } from './remotes/remote-journal.ts';
import { listBuilds, composeChannel, resolveVersions } from './remotes/remote-versions.ts';
import { createRemoteLoader } from './remotes/remote-loader.ts';
import type { Remotes } from './remotes/remotes-context.ts';
import { createSlotLoader } from './remotes/slot-loader.ts';
import { shellPages } from './routing/own-pages.ts';

/**
 * What a page is made of: the versions that run in it, their pages beside the shell's own, and how their code comes.
 *
 * @param pinned the channel document of the page
 * @param overrides of this tab
 * @param createRuntime gets the builds that the page may ask the network for
 */
export function composeRemotes(
  pinned: ChannelDocument,
  overrides: Remotes['overrides'],
  createRuntime: (builds: readonly RemoteBuild[]) => RemoteRuntime,
): Remotes {
  const parts = resolveVersions(pinned, overrides);
  const channel = composeChannel(pinned, parts);
  const journal = createRemoteJournal();
  const loader = createRemoteLoader(parts, createRuntime(listBuilds(parts)), journal);
  const pages = [...shellPages, ...createRemotePages(channel, loader)];
  return { channel, pages, loader, slots: createSlotLoader(channel, loader), journal, overrides };
}
