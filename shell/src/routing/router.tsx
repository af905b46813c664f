import { createBrowserRouter, Navigate } from '@solvent/router';
import type { RouteObject } from '@solvent/router';
import type { ReactElement } from 'react';
import type { Remotes } from '../remotes/remotes-context.ts';
import { pageRoutes } from './page-routes.tsx';
import { UnmatchedPath } from './route-failure.tsx';
import { HOME } from './shell-addresses.ts';

/**
 * The router of the page: the frame, and in it the pages of the shell and of the remotes, whose code comes when they are met.
 *
 * @param frame what stands around every page
 */
export function createShellRouter({ pages }: Remotes, frame: ReactElement) {
  let shownPath = '';
  const children: RouteObject[] = [
    { index: true, element: <Navigate to={HOME} replace /> },
    // The same address again is a person's "Try again": it always asks the network.
    ...pageRoutes(pages, (pathname) => pathname === shownPath),
    { path: '*', handle: { title: 'Page not found' }, element: <UnmatchedPath /> },
  ];
  // The frame stands from the first paint on, while the landing page's remote is still on its way.
  const router = createBrowserRouter([{ path: '/', element: frame, hydrateFallbackElement: frame, children }]);
  router.subscribe(({ location, navigation }) => {
    if (navigation.state === 'idle') shownPath = location.pathname;
  });
  return router;
}
