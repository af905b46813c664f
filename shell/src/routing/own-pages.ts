import type { RemoteRoute } from '@solvent/federation';
import { retry } from '../remotes/retry.ts';

/** The shell's own pages; the same shape as a remote's. */
export const ownPages: RemoteRoute[] = [
  {
    path: '/contact',
    title: 'Contact',
    page: () => retry(() => import(/* webpackChunkName: "contact" */ '../pages/contact/contact-page.tsx')),
  },
  {
    path: '/privacy',
    title: 'Privacy',
    page: () => retry(() => import(/* webpackChunkName: "privacy" */ '../pages/legal/privacy-page.tsx')),
  },
  {
    path: '/terms',
    title: 'Terms',
    page: () => retry(() => import(/* webpackChunkName: "terms" */ '../pages/legal/terms-page.tsx')),
  },
];
