import type { ChannelDocument } from '@solvent/federation/manifest';
import { ownerOf } from '../remotes/channel.ts';
import { ownPages } from '../routing/own-pages.ts';
import type { PaletteEntry } from './palette-entry.ts';

interface PaletteSite {
  channel: ChannelDocument;
  isLogin: boolean;
}

interface PaletteSitePage {
  to: string;
  label: string;
  /** Who finds it; everybody where it is missing. */
  for?: 'signed-in' | 'signed-out';
}

const PAGES: PaletteSitePage[] = [
  { to: '/home', label: 'Home' },
  { to: '/problems', label: 'Browse Problems' },
  { to: '/post-problem', label: 'Post a Problem', for: 'signed-in' },
  { to: '/my-bids', label: 'My Bids', for: 'signed-in' },
  { to: '/saved-problems', label: 'Saved Problems', for: 'signed-in' },
  { to: '/conversations', label: 'Conversations', for: 'signed-in' },
  { to: '/notifications', label: 'Notifications', for: 'signed-in' },
  { to: '/profile', label: 'Profile', for: 'signed-in' },
  { to: '/toolbox', label: 'Toolbox' },
  { to: '/signin', label: 'Sign In', for: 'signed-out' },
  { to: '/signup', label: 'Create an Account', for: 'signed-out' },
  ...ownPages.map(({ path, title }) => ({ to: path, label: title })),
];

/** Pages that this deployment has; the Toolbox's once its channel has opened it. */
function isThere({ to }: PaletteSitePage, channel: ChannelDocument): boolean {
  if (to === '/toolbox' && !channel.toolboxOpen) return false;
  return ownPages.some(({ path }) => path === to) || ownerOf(channel, to) !== undefined;
}

/** The pages of this deployment, for this visitor, whose names contain every word of the text. */
export function findPages(text: string, { channel, isLogin }: PaletteSite): PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/);
  const who = isLogin ? 'signed-in' : 'signed-out';
  return PAGES.filter((page) => (page.for ?? who) === who && isThere(page, channel))
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .map(({ to, label }) => ({ to, label }));
}
