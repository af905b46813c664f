import type { RemoteRoute } from '@solvent/federation';
import { inTries } from '../remotes/in-tries.ts';

/** The shell's own pages; the same shape as a remote's. */
export const ownPages: RemoteRoute[] = [
  {
    path: '/contact',
    title: 'Contact',
    page: () => inTries(() => import(/* webpackChunkName: "contact" */ '../pages/contact/contact-page.tsx')),
  },
  {
    path: '/privacy',
    title: 'Privacy',
    page: () => inTries(() => import(/* webpackChunkName: "privacy" */ '../pages/legal/privacy-page.tsx')),
  },
  {
    path: '/terms',
    title: 'Terms',
    page: () => inTries(() => import(/* webpackChunkName: "terms" */ '../pages/legal/terms-page.tsx')),
  },
];
