/** An entry of the top bar and of the mobile menu. */
export interface NavigationLink {
  to: string;
  label: string;
  /** Shown only when signed in (product 6.2). */
  session: boolean;
  /** What the entry's badge counts, where it has one. */
  counts?: 'conversations';
}

/** The product's places, in the order shown (product 2.4). The Toolbox entry stands between: it opens a dialog. */
export const navigationLinks: NavigationLink[] = [
  { to: '/problems', label: 'Browse Problems', session: false },
  { to: '/conversations', label: 'Conversations', session: true, counts: 'conversations' },
  { to: '/my-bids', label: 'My Bids', session: true },
];
