import { findPattern } from '@solvent/federation/manifest';
import { matchPath } from '@solvent/router';
import { ownerOf } from '../remotes/channel.ts';
import type { Remotes } from '../remotes/remotes-context.ts';
import { ownPages } from '../routing/own-pages.ts';
import { pageOf } from '../routing/remote-page.tsx';

export interface PathPreloader {
  /**
   * Fetches the code behind an address, and its data when asked; silent when it fails: going there tells.
   *
   * @param address path and query
   */
  preload: (address: string, what: { data: boolean }) => Promise<void>;
}

/** Fetches what lies behind an address before a person goes there. */
export function createPathPreloader({ channel, loader }: Remotes): PathPreloader {
  async function routeOf(pathname: string) {
    const own = findPattern(ownPages, pathname);
    if (own) return own;
    const owner = ownerOf(channel, pathname);
    if (!owner) return undefined;
    return findPattern((await loader.load(owner.pin.name)).routes, pathname);
  }

  return {
    async preload(address, { data }) {
      const { pathname, searchParams } = new URL(address, location.origin);
      try {
        const route = await routeOf(pathname);
        if (!route) return;
        const params = matchPath(route.path, pathname)?.params ?? {};
        const page = await pageOf(route).load();
        if (data) await page.preload?.({ params, search: searchParams });
      } catch {
        // A guess that failed is nobody's error.
      }
    },
  };
}
