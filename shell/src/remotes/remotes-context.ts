import type { ChannelDocument } from '@solvent/federation/manifest';
import { createContext, use } from 'react';
import type { AppliedOverride } from './overrides/stored-overrides.ts';
import type { Page } from './pages.ts';
import type { RemoteJournal } from './remote-journal.ts';
import type { RemoteLoader } from './remote-loader.ts';
import type { SlotLoader } from './slot-loader.ts';

export interface Remotes {
  /** As this page composes it: its remotes are those that run here. */
  channel: ChannelDocument;
  /** The shell's own, and those of the remotes that run here. */
  pages: readonly Page[];
  loader: RemoteLoader;
  slots: SlotLoader;
  journal: RemoteJournal;
  /** What this tab asked to run in place of what is live, and what became of it. */
  overrides: readonly AppliedOverride[];
}

export const RemotesContext = createContext<Remotes | null>(null);

/** The page's remotes. @throws Error outside the shell's app */
export function useRemotes(): Remotes {
  const remotes = use(RemotesContext);
  if (!remotes) throw new Error('There are no remotes outside the shell.');
  return remotes;
}
