import { Navigate, useLocation, useNavigation } from '@solvent/router';
import type { RouteObject } from '@solvent/router';
import { useSession } from '@solvent/store';
import type { PropsWithChildren } from 'react';
import type { Page } from '../remotes/pages.ts';
import { RouteFailure } from './route-failure.tsx';
import { SIGN_IN } from './shell-addresses.ts';

/** What the shell's routes carry for the shell: React Router's `handle`. */
interface RouteHandle {
  title: string;
}

/** The title among the handles of the matched routes: the innermost that has one. */
export function titleOf(matches: readonly { handle: unknown }[]): string | undefined {
  return matches.map(({ handle }) => handle as Partial<RouteHandle> | undefined).findLast((handle) => handle?.title)?.title;
}

/**
 * Sends an anonymous visitor to /signin, and remembers where to come back to (product 6.2). Who is on the way to another
 * page already, as after signing out, goes there.
 */
function RequireSession({ children }: PropsWithChildren) {
  const isLogin = useSession((state) => state.isLogin);
  const { pathname, search } = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  if (!isLogin && isLeaving) return null;
  return isLogin ? children : <Navigate to={SIGN_IN} replace state={{ from: pathname + search }} />;
}

/** Shows a page whose code the router has loaded before it got here. */
function PageOutlet({ page }: { page: Page }) {
  const module = page.code.value();
  return module ? <module.Component /> : null;
}

/** Whether a person asks for a path that they see already: "Try again". */
type IsRetry = (pathname: string) => boolean;

function pageRoute(page: Page, isRetry: IsRetry): RouteObject {
  const outlet = <PageOutlet page={page} />;
  return {
    path: page.path,
    // As the server sees paths.
    caseSensitive: true,
    handle: { title: page.title },
    loader: async ({ request }) => {
      await page.code.load({ force: isRetry(new URL(request.url).pathname) });
      return null;
    },
    element: page.session ? <RequireSession>{outlet}</RequireSession> : outlet,
  };
}

/** Pages of one owner as routes of the shell, behind one boundary: what fails in them stays in `main`. */
const routesOf = (owner: string, pages: readonly Page[], isRetry: IsRetry): RouteObject => ({
  id: `pages:${owner}`,
  errorElement: <RouteFailure owner={owner} />,
  children: pages.map((page) => pageRoute(page, isRetry)),
});

/** All pages of this deployment as routes. */
export const pageRoutes = (pages: readonly Page[], isRetry: IsRetry): RouteObject[] =>
  [...new Set(pages.map(({ owner }) => owner))].map((name) =>
    routesOf(
      name,
      pages.filter(({ owner }) => owner === name),
      isRetry,
    ),
  );
