import { createBrowserRouter, createMemoryRouter, Navigate } from '@solvent/router';
import type { RouteObject } from '@solvent/router';
import type { ReactElement } from 'react';
import type { Remotes } from '../remotes/remotes-context.ts';
import { createPageRoutes } from './page-routes.tsx';
import { UnmatchedPath } from './route-failure.tsx';
import { AUTH_PATHS, HOME_PATH } from './shell-paths.ts';

/**
 * The router of the page: the frame, and in it the pages of the shell and of the remotes, whose code comes when they are met.
 *
 * @param frame what stands around every page
 */
export function createShellRouter(remotes: Remotes, frame: ReactElement) {
  storeReferrer();
  assignEntryKey();
  let currentPath = '';
  // The same address again is a person's "Try again": it always asks the network.
  const router = createBrowserRouter(createRoutes(remotes, frame, (pathname) => pathname === currentPath));
  router.subscribe(({ location, navigation }) => {
    if (navigation.state === 'idle') currentPath = location.pathname;
  });
  return router;
}

/**
 * A link to the sign-in says in the route's state where the person comes from. Pressed before its page answered, or opened in another
 * tab, it is a load of its own without any: then the page before says it.
 */
function storeReferrer(): void {
  if (history.state !== null || !AUTH_PATHS.has(location.pathname) || !document.referrer) return;
  const { origin, pathname, search } = new URL(document.referrer);
  if (origin !== location.origin || AUTH_PATHS.has(pathname)) return;
  // As the router keeps a route's state.
  history.replaceState({ usr: { from: pathname + search } }, '');
}

/**
 * Gives the entry of the browser's history that was loaded just now a name of its own, as the router gives those that it adds. What is
 * remembered of it, such as where it was scrolled to, is found again by Back and by a reload, and by no other visit of the same address.
 */
function assignEntryKey(): void {
  // As the router keeps it.
  const state = history.state as { key?: string } | null;
  if (!state?.key) history.replaceState({ ...state, key: crypto.randomUUID() }, '');
}

/** A router of the same pages, for a server: it shows one address, without a browser. */
export const createServerRouter = (remotes: Remotes, frame: ReactElement, url: string) =>
  createMemoryRouter(
    createRoutes(remotes, frame, () => false),
    { initialEntries: [url] },
  );

/** Waits until the code of the first page is there, or is known not to come. */
export function waitUntilInitialized(router: ReturnType<typeof createShellRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

function createRoutes({ pages }: Remotes, frame: ReactElement, isRetry: (pathname: string) => boolean): RouteObject[] {
  const children: RouteObject[] = [
    { index: true, element: <Navigate to={HOME_PATH} replace /> },
    ...createPageRoutes(pages, isRetry),
    { path: '*', handle: { title: 'Page not found' }, element: <UnmatchedPath /> },
  ];
  // The frame stands from the first paint on, while the landing page's remote is still on its way.
  return [{ path: '/', element: frame, hydrateFallbackElement: frame, children }];
}
