import { Navigate, useLocation, useNavigation } from '@solvent/router';
import { useSession } from '@solvent/store';
import type { PropsWithChildren } from 'react';

/**
 * Sends an anonymous visitor to /signin, and remembers where to come back to (product 6.2). Who is on the way to another
 * page already, as after signing out, goes there.
 */
export function RequireSession({ children }: PropsWithChildren) {
  const isLogin = useSession((state) => state.isLogin);
  const { pathname, search } = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  if (!isLogin && isLeaving) return null;
  return isLogin ? children : <Navigate to="/signin" replace state={{ from: pathname + search }} />;
}
