import type { PageModule, PageTarget } from './remote.ts';

/**
 * Adds a data preload to a page of a remote. A separate function because Fast Refresh requires that a page's module exports only its
 * component.
 */
export const withPreload =
  (load: () => Promise<Pick<PageModule, 'Component'>>, preload: (target: PageTarget) => Promise<unknown>) =>
  async (): Promise<PageModule> => ({ Component: (await load()).Component, preload });
