import type { RemoteRoute } from '@solvent/federation';
import type { RouteObject } from '@solvent/router';
import { RemotePage, pageOf } from './remote-page.tsx';
import { RequireSession } from './require-session.tsx';
import { RouteFailure } from './route-failure.tsx';

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
