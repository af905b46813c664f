import type { PageModule, PageTarget } from './remote.ts';

/** Adds a data preload to a page. Not exported by the page's module: Fast Refresh needs modules that export only components. */
export const withPreload =
  (load: () => Promise<Pick<PageModule, 'Component'>>, preload: (target: PageTarget) => Promise<unknown>) =>
  async (): Promise<PageModule> => ({ Component: (await load()).Component, preload });
