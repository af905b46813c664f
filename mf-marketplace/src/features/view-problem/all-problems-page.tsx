import { Navigate } from '@solvent/router';

/** /view-problems: where a notification without a problem leads (product 4.6). */
export function Component() {
  return <Navigate to="/problems" replace />;
}
