import type { PageModule, RemoteRoute } from '@solvent/federation';
import { memoizeLoad } from '../remotes/retry.ts';
import type { MemoizedLoad } from '../remotes/retry.ts';

const pages = new WeakMap<RemoteRoute, MemoizedLoad<PageModule>>();

/** A page's code: loaded once, by whoever needs it first (a hovered link, idle time, the router). */
export function pageOf(route: RemoteRoute): MemoizedLoad<PageModule> {
  const page = pages.get(route) ?? memoizeLoad(route.page);
  pages.set(route, page);
  return page;
}

/** Shows a page whose code the router has loaded before it got here. */
export function RemotePage({ route }: { route: RemoteRoute }) {
  const page = pageOf(route).value();
  return page ? <page.Component /> : null;
}
