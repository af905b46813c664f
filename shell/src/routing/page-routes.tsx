import { Navigate, useLocation, useNavigation } from '@solvent/router';
import type { RouteObject } from '@solvent/router';
import { isBrowser, useSession } from '@solvent/store';
import { Box, toast } from '@solvent/ui';
import { useEffect, useEffectEvent } from 'react';
import { isPublic } from '../remotes/pages.ts';
import type { Page } from '../remotes/pages.ts';
import { RouteFailure } from './route-failure.tsx';
import { SIGN_IN_PATH } from './shell-paths.ts';

interface RouteHandle {
  title: string;
}

export function findTitle(matches: readonly { handle: unknown }[]): string | undefined {
  return matches.map(({ handle }) => handle as Partial<RouteHandle> | undefined).findLast((handle) => handle?.title)?.title;
}

/** The route's loader has loaded the code. */
function PageOutlet({ page }: { page: Page }) {
  const module = page.code.getValue();
  if (!module) return null;
  if (isBrowser || isPublic(page)) return <module.Component />;
  // The browser replaces these skeletons, so nothing may be typed into them.
  return (
    <Box inert>
      <module.Component />
    </Box>
  );
}

/**
 * Redirects visitors to /signin and back afterwards (product 6.2), except during a navigation, such as the one after signing out. Shows
 * the page's message here, too, because links to it are full page loads before hydration (product 2.6, 2.7).
 */
function RequireSession({ page }: { page: Page }) {
  const isLogin = useSession((state) => state.isLogin);
  const { pathname, search } = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  const showVisitorMessage = useEffectEvent(() => {
    if (!isLogin && page.visitorMessage) toast.error(page.visitorMessage);
  });
  useEffect(() => showVisitorMessage(), []);
  if (!isLogin && isLeaving) return null;
  return isLogin ? (
    <PageOutlet page={page} />
  ) : (
    <Navigate to={SIGN_IN_PATH} replace state={{ from: pathname + search, purpose: page.purpose }} />
  );
}

type IsRetry = (pathname: string) => boolean;

function createPageRoute(page: Page, isRetry: IsRetry): RouteObject {
  return {
    path: page.path,
    // The server's matching is case-sensitive, too.
    caseSensitive: true,
    handle: { title: page.title },
    loader: async ({ request }) => {
      await page.code.load({ force: isRetry(new URL(request.url).pathname) });
      return null;
    },
    element: page.session ? <RequireSession page={page} /> : <PageOutlet page={page} />,
  };
}

const createOwnerRoutes = (owner: string, pages: readonly Page[], isRetry: IsRetry): RouteObject => ({
  id: `pages:${owner}`,
  errorElement: <RouteFailure owner={owner} />,
  children: pages.map((page) => createPageRoute(page, isRetry)),
});

export const createPageRoutes = (pages: readonly Page[], isRetry: IsRetry): RouteObject[] =>
  [...new Set(pages.map(({ owner }) => owner))].map((name) =>
    createOwnerRoutes(
      name,
      pages.filter(({ owner }) => owner === name),
      isRetry,
    ),
  );
