import type { PageModule, PageTarget } from './remote.ts';

/**
 * Adds a data preload to a page in `pages` of a remote.
 *
 * The page's module exports only its component: Fast Refresh keeps the state of such a module when it is edited, and reloads the
 * page for any other.
 *
 * @param preload fetches the page's data into the query cache
 */
export const withPreload =
  (load: () => Promise<Pick<PageModule, 'Component'>>, preload: (target: PageTarget) => Promise<unknown>) =>
  async (): Promise<PageModule> => ({ Component: (await load()).Component, preload });
