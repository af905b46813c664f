import type { RemoteRoute } from '@solvent/federation';
import { Navigate, useLocation, useNavigation } from '@solvent/router';
import type { RouteObject } from '@solvent/router';
import { useSession } from '@solvent/store';
import type { PropsWithChildren } from 'react';
import { pageOf, RemotePage } from './remote-page.tsx';
import { RouteFailure } from './route-failure.tsx';

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
  return isLogin ? children : <Navigate to="/signin" replace state={{ from: pathname + search }} />;
}

function pageRoute(route: RemoteRoute, needsSession: boolean): RouteObject {
  const page = <RemotePage route={route} />;
  return {
    path: route.path,
    handle: { title: route.title },
    loader: async () => {
      await pageOf(route).load();
      return null;
    },
    element: needsSession ? <RequireSession>{page}</RequireSession> : page,
  };
}

/**
 * Pages of one owner as routes of the shell, behind one boundary: what fails in them stays in `main`.
 *
 * @param owner name of the remote, or `shell`
 * @param needsSession whether an anonymous visitor of the path goes to /signin
 */
export function pageRoutes(owner: string, routes: readonly RemoteRoute[], needsSession: (path: string) => boolean): RouteObject {
  return {
    id: `pages:${owner}`,
    errorElement: <RouteFailure owner={owner} />,
    children: routes.map((route) => pageRoute(route, needsSession(route.path))),
  };
}
