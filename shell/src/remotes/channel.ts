import { CHANNEL_ELEMENT_ID, findPattern } from '@solvent/federation/manifest';
import type { ChannelDocument, RemotePath, RemotePin } from '@solvent/federation/manifest';

/**
 * The channel document that the page was made of.
 *
 * @throws Error when the page carries none
 */
export function readChannel(): ChannelDocument {
  const text = document.getElementById(CHANNEL_ELEMENT_ID)?.textContent;
  if (!text) throw new Error('The page carries no channel document.');
  // Delivery wrote it by the same schema; it is checked there, once, and not at every page load.
  return JSON.parse(text) as ChannelDocument;
}

/** The remote that owns a path, and the path's entry in its `remote.json`. */
export function findPathOwner(channel: ChannelDocument, pathname: string): { pin: RemotePin; path: RemotePath } | undefined {
  const owned = channel.remotes.flatMap((pin) => pin.paths.map((path) => ({ pin, path })));
  const paths = owned.map((entry) => ({ ...entry, path: entry.path.path, entry }));
  return findPattern(paths, pathname)?.entry;
}
