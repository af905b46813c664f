import type { ChannelDocument } from '@solvent/federation/manifest';
import { createContext, use } from 'react';
import type { AppliedOverride } from './overrides/stored-overrides.ts';
import type { Page } from './pages.ts';
import type { RemoteJournal } from './remote-journal.ts';
import type { RemoteLoader } from './remote-loader.ts';
import type { SlotLoader } from './slot-loader.ts';

export interface Remotes {
  channel: ChannelDocument;
  pages: readonly Page[];
  loader: RemoteLoader;
  slots: SlotLoader;
  journal: RemoteJournal;
  overrides: readonly AppliedOverride[];
}

export const RemotesContext = createContext<Remotes | null>(null);

export function useRemotes(): Remotes {
  const remotes = use(RemotesContext);
  if (!remotes) throw new Error('useRemotes must be used inside the shell.');
  return remotes;
}
