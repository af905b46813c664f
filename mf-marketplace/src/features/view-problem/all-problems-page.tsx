import { Navigate } from '@solvent/router';

/** /view-problems: target of notifications without a problem (product 4.6). */
export function Component() {
  return <Navigate to="/problems" replace />;
}
