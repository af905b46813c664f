import type { PageModule, RemoteRoute } from '@solvent/federation';
import { onceLoaded } from '../remotes/once-loaded.ts';
import type { OnceLoaded } from '../remotes/once-loaded.ts';

const pages = new WeakMap<RemoteRoute, OnceLoaded<PageModule>>();

/** A page's code: loaded once, by whoever needs it first (a hovered link, idle time, the router). */
export function pageOf(route: RemoteRoute): OnceLoaded<PageModule> {
  const page = pages.get(route) ?? onceLoaded(route.page);
  pages.set(route, page);
  return page;
}

/** Shows a page whose code the router has loaded before it got here. */
export function RemotePage({ route }: { route: RemoteRoute }) {
  const page = pageOf(route).value();
  return page ? <page.Component /> : null;
}
