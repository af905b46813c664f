import type { RemoteRoute } from '@solvent/federation';

/** The shell's own pages; the same shape as a remote's. */
export const ownPages: RemoteRoute[] = [
  {
    path: '/contact',
    title: 'Contact',
    page: () => import(/* webpackChunkName: "contact" */ '../pages/contact/contact-page.tsx'),
  },
  {
    path: '/privacy',
    title: 'Privacy',
    page: () => import(/* webpackChunkName: "privacy" */ '../pages/legal/privacy-page.tsx'),
  },
  {
    path: '/terms',
    title: 'Terms',
    page: () => import(/* webpackChunkName: "terms" */ '../pages/legal/terms-page.tsx'),
  },
];
