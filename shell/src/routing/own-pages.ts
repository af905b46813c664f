import type { PageModule } from '@solvent/federation';
import type { Page } from '../remotes/pages.ts';
import { memoizeLoad, retry } from '../remotes/retry.ts';

function createShellPage(path: string, title: string, order: number, load: () => Promise<PageModule>): Page {
  const menu = { palette: { order, visitors: false } };
  return { owner: 'shell', path, title, menu, session: false, tabs: true, preload: 'no', code: memoizeLoad(() => retry(load)) };
}

/** The shell's own pages. */
export const shellPages: Page[] = [
  createShellPage(
    '/contact',
    'Contact',
    210,
    () => import(/* webpackChunkName: "contact" */ '../pages/contact/contact-page.tsx'),
  ),
  createShellPage('/privacy', 'Privacy', 220, () => import(/* webpackChunkName: "privacy" */ '../pages/legal/privacy-page.tsx')),
  createShellPage('/terms', 'Terms', 230, () => import(/* webpackChunkName: "terms" */ '../pages/legal/terms-page.tsx')),
];
