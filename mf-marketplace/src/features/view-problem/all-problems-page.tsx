import { Navigate } from '@solvent/router';

/** /view-problems: where a notification without a problem leads (spec 4). */
export function Component() {
  return <Navigate to="/problems" replace />;
}
