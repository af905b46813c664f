import { Navigate, useLocation, useNavigation } from '@solvent/router';
import type { RouteObject } from '@solvent/router';
import { useSession } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect, useEffectEvent } from 'react';
import type { Page } from '../remotes/pages.ts';
import { RouteFailure } from './route-failure.tsx';
import { SIGN_IN_PATH } from './shell-paths.ts';

/** What the shell's routes carry for the shell: React Router's `handle`. */
interface RouteHandle {
  title: string;
}

/** The title among the handles of the matched routes: the innermost that has one. */
export function findTitle(matches: readonly { handle: unknown }[]): string | undefined {
  return matches.map(({ handle }) => handle as Partial<RouteHandle> | undefined).findLast((handle) => handle?.title)?.title;
}

/** Shows a page whose code the router has loaded before it got here. */
function PageOutlet({ page }: { page: Page }) {
  const module = page.code.value();
  return module ? <module.Component /> : null;
}

/**
 * Sends an anonymous visitor to /signin, and remembers where to come back to (product 6.2). Who is on the way to another
 * page already, as after signing out, goes there. Who came as a visitor is told why, as by the links to the page (product 2.6
 * and 2.7): one that is followed before the page answers is a load of its own, and comes here.
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
  return isLogin ? <PageOutlet page={page} /> : <Navigate to={SIGN_IN_PATH} replace state={{ from: pathname + search }} />;
}

/** Whether a person asks for a path that they see already: "Try again". */
type IsRetry = (pathname: string) => boolean;

function createPageRoute(page: Page, isRetry: IsRetry): RouteObject {
  return {
    path: page.path,
    // As the server sees paths.
    caseSensitive: true,
    handle: { title: page.title },
    loader: async ({ request }) => {
      await page.code.load({ force: isRetry(new URL(request.url).pathname) });
      return null;
    },
    element: page.session ? <RequireSession page={page} /> : <PageOutlet page={page} />,
  };
}

/** Pages of one owner as routes of the shell, behind one boundary: what fails in them stays in `main`. */
const createOwnerRoutes = (owner: string, pages: readonly Page[], isRetry: IsRetry): RouteObject => ({
  id: `pages:${owner}`,
  errorElement: <RouteFailure owner={owner} />,
  children: pages.map((page) => createPageRoute(page, isRetry)),
});

/** All pages of this deployment as routes. */
export const createPageRoutes = (pages: readonly Page[], isRetry: IsRetry): RouteObject[] =>
  [...new Set(pages.map(({ owner }) => owner))].map((name) =>
    createOwnerRoutes(
      name,
      pages.filter(({ owner }) => owner === name),
      isRetry,
    ),
  );
