import { Navigate, useLocation } from '@solvent/router';
import { useSession } from '@solvent/store';
import type { PropsWithChildren } from 'react';

/** Sends an anonymous visitor to /signin, and remembers where to come back to (spec 6). */
export function RequireSession({ children }: PropsWithChildren) {
  const isLogin = useSession((state) => state.isLogin);
  const { pathname, search } = useLocation();
  return isLogin ? children : <Navigate to="/signin" replace state={{ from: pathname + search }} />;
}
