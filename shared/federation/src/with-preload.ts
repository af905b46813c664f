import type { PageModule, PageTarget } from './remote.ts';

/**
 * A page in `pages` of a remote whose data can be fetched ahead.
 *
 * The page's module exports its component alone: Fast Refresh keeps the state of such a module when it is edited, and reloads the page
 * for any other.
 *
 * @param preload fetches the page's data into the query cache
 */
export const withPreload =
  (load: () => Promise<Pick<PageModule, 'Component'>>, preload: (target: PageTarget) => Promise<unknown>) =>
  async (): Promise<PageModule> => ({ Component: (await load()).Component, preload });
