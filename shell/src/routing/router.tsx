import { createBrowserRouter, createMemoryRouter, Navigate } from '@solvent/router';
import type { RouteObject } from '@solvent/router';
import type { ReactElement } from 'react';
import type { Remotes } from '../remotes/remotes-context.ts';
import { createPageRoutes } from './page-routes.tsx';
import { UnmatchedPath } from './route-failure.tsx';
import { AUTH_PATHS, HOME_PATH } from './shell-paths.ts';

/** Creates the browser's router. @param frame the layout of every page */
export function createShellRouter(remotes: Remotes, frame: ReactElement) {
  storeReferrer();
  assignEntryKey();
  let currentPath = '';
  // A navigation to the current path is "Try again", which bypasses the circuit breaker.
  const router = createBrowserRouter(createRoutes(remotes, frame, (pathname) => pathname === currentPath));
  router.subscribe(({ location, navigation }) => {
    if (navigation.state === 'idle') currentPath = location.pathname;
  });
  return router;
}

/** Remembers where to return after a sign-in that was a full page load, which has no route state: the referrer. */
function storeReferrer(): void {
  if (history.state !== null || !AUTH_PATHS.has(location.pathname) || !document.referrer) return;
  const { origin, pathname, search } = new URL(document.referrer);
  if (origin !== location.origin || AUTH_PATHS.has(pathname)) return;
  // The router stores a route's state under `usr`.
  history.replaceState({ usr: { from: pathname + search } }, '');
}

/** Without a key of its own, every first history entry has the key `default` and shares its scroll position. */
function assignEntryKey(): void {
  const state = history.state as { key?: string } | null;
  if (!state?.key) history.replaceState({ ...state, key: crypto.randomUUID() }, '');
}

export const createServerRouter = (remotes: Remotes, frame: ReactElement, url: string) =>
  createMemoryRouter(
    createRoutes(remotes, frame, () => false),
    { initialEntries: [url] },
  );

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
  return [{ path: '/', element: frame, hydrateFallbackElement: frame, children }];
}
