import { createBrowserRouter, createMemoryRouter, Navigate } from '@solvent/router';
import type { RouteObject } from '@solvent/router';
import type { ReactElement } from 'react';
import type { Remotes } from '../remotes/remotes-context.ts';
import { pageRoutes } from './page-routes.tsx';
import { UnmatchedPath } from './route-failure.tsx';
import { ENTRY_PATHS, HOME } from './shell-addresses.ts';

/**
 * The router of the page: the frame, and in it the pages of the shell and of the remotes, whose code comes when they are met.
 *
 * @param frame what stands around every page
 */
export function createShellRouter(remotes: Remotes, frame: ReactElement) {
  rememberReferrer();
  nameEntry();
  let shownPath = '';
  // The same address again is a person's "Try again": it always asks the network.
  const router = createBrowserRouter(shellRoutes(remotes, frame, (pathname) => pathname === shownPath));
  router.subscribe(({ location, navigation }) => {
    if (navigation.state === 'idle') shownPath = location.pathname;
  });
  return router;
}

/**
 * A link to the sign-in says in the route's state where the person comes from. Pressed before its page answered, or opened in another
 * tab, it is a load of its own without any: then the page before says it.
 */
function rememberReferrer(): void {
  if (history.state !== null || !ENTRY_PATHS.has(location.pathname) || !document.referrer) return;
  const { origin, pathname, search } = new URL(document.referrer);
  if (origin !== location.origin || ENTRY_PATHS.has(pathname)) return;
  // As the router keeps a route's state.
  history.replaceState({ usr: { from: pathname + search } }, '');
}

/**
 * Gives the entry of the browser's history that was loaded just now a name of its own, as the router gives those that it adds. What is
 * remembered of it, such as where it was scrolled to, is found again by Back and by a reload, and by no other visit of the same address.
 */
function nameEntry(): void {
  // As the router keeps it.
  const state = history.state as { key?: string } | null;
  if (!state?.key) history.replaceState({ ...state, key: crypto.randomUUID() }, '');
}

/** A router of the same pages, for a server: it shows one address, without a browser. */
export const createServerRouter = (remotes: Remotes, frame: ReactElement, url: string) =>
  createMemoryRouter(
    shellRoutes(remotes, frame, () => false),
    { initialEntries: [url] },
  );

/** Waits until the code of the first page is there, or is known not to come. */
export function untilInitialized(router: ReturnType<typeof createShellRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

function shellRoutes({ pages }: Remotes, frame: ReactElement, isRetry: (pathname: string) => boolean): RouteObject[] {
  const children: RouteObject[] = [
    { index: true, element: <Navigate to={HOME} replace /> },
    ...pageRoutes(pages, isRetry),
    { path: '*', handle: { title: 'Page not found' }, element: <UnmatchedPath /> },
  ];
  // The frame stands from the first paint on, while the landing page's remote is still on its way.
  return [{ path: '/', element: frame, hydrateFallbackElement: frame, children }];
}
