import type { RemoteBuild } from '@solvent/federation/manifest';

/** What one `?remote=` of this tab came to. */
export interface AppliedOverride {
  remote: string;
  /** As it was asked for: an origin, or a version. */
  target: string;
  /** What runs; absent where it was refused, or cannot be had. */
  build?: RemoteBuild;
  /** Why the server does not let it run, in a sentence: what is live runs, as if nobody had asked. Else null. */
  refused: string | null;
  /** Why its build cannot be had, in a sentence: nothing runs in its place. */
  missing?: string;
}
