import { CHANNEL_ELEMENT_ID, findPattern } from '@solvent/federation/manifest';
import type { ChannelDocument, RemotePath, RemotePin } from '@solvent/federation/manifest';

/** Returns the channel document in the page. @throws Error if there is none */
export function readChannel(): ChannelDocument {
  const text = document.getElementById(CHANNEL_ELEMENT_ID)?.textContent;
  if (!text) throw new Error('The page has no channel document.');
  // The server validated it against the schema.
  return JSON.parse(text) as ChannelDocument;
}

export function findPathOwner(channel: ChannelDocument, pathname: string): { pin: RemotePin; path: RemotePath } | undefined {
  const owned = channel.remotes.flatMap((pin) => pin.paths.map((path) => ({ pin, path })));
  const paths = owned.map((entry) => ({ ...entry, path: entry.path.path, entry }));
  return findPattern(paths, pathname)?.entry;
}
