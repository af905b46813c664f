import type { ChannelDocument } from '@solvent/federation/manifest';
import { createContext, use } from 'react';
import type { RemoteLoader } from './remote-loader.ts';
import type { SlotLoader } from './slot-loader.ts';

export interface Remotes {
  channel: ChannelDocument;
  loader: RemoteLoader;
  slots: SlotLoader;
}

export const RemotesContext = createContext<Remotes | null>(null);

/** The page's remotes. @throws Error outside the shell's app */
export function useRemotes(): Remotes {
  const remotes = use(RemotesContext);
  if (!remotes) throw new Error('There are no remotes outside the shell.');
  return remotes;
}
