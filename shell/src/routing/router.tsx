import { findPattern } from '@solvent/federation/manifest';
import { createBrowserRouter, Navigate } from '@solvent/router';
import type { RouteObject } from '@solvent/router';
import { Frame } from '../frame/frame.tsx';
import { ownerOf } from '../remotes/channel.ts';
import type { Remotes } from '../remotes/remotes-context.ts';
import { ownPages } from './own-pages.ts';
import { pageRoutes } from './page-routes.tsx';
import { UnmatchedPath } from './route-failure.tsx';

const FRAME = 'frame';

const ownRoutes: RouteObject[] = [
  { index: true, element: <Navigate to="/home" replace /> },
  pageRoutes('shell', ownPages, () => false),
  { path: '*', handle: { title: 'Page not found' }, element: <UnmatchedPath /> },
];

type Patch = (routeId: string, children: RouteObject[]) => void;

/** Asks a remote for its routes the first time that a path of its is met. A failure leaves the path unmatched. */
function createRoutePatcher({ channel, loader }: Remotes) {
  const patched = new Set<string>();
  return async (path: string, patch: Patch, force: boolean): Promise<void> => {
    const pin = ownerOf(channel, path)?.pin;
    if (!pin || patched.has(pin.name)) return;
    try {
      const remote = await loader.load(pin.name, { force });
      const paths = loader.versionOf(pin.name)?.build.paths ?? [];
      if (patched.has(pin.name)) return;
      patched.add(pin.name);
      patch(FRAME, [pageRoutes(pin.name, remote.routes, (own) => findPattern(paths, own)?.session ?? false)]);
    } catch {
      // The loader keeps the failure; the path ends at UnmatchedPath, which shows it.
    }
  };
}

/** The router of the page: the frame, the shell's own pages, and the remotes' as they are met. */
export function createShellRouter(remotes: Remotes) {
  let shownPath = '';
  const patchPath = createRoutePatcher(remotes);
  const frame = <Frame />;
  // The frame stands from the first paint on, while the landing page's remote is still on its way.
  const routes: RouteObject[] = [{ id: FRAME, path: '/', element: frame, hydrateFallbackElement: frame, children: ownRoutes }];
  const router = createBrowserRouter(routes, {
    // The same address again is a person's "Try again": it always asks the network.
    patchRoutesOnNavigation: ({ path, patch }) => patchPath(path, patch, path === shownPath),
  });
  router.subscribe(({ location, navigation }) => {
    if (navigation.state === 'idle') shownPath = location.pathname;
  });
  return router;
}
