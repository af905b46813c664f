import type { RemoteBuild } from '@solvent/federation/manifest';

/** What one `?remote=` of this tab came to. */
export interface AppliedOverride {
  remote: string;
  /** As it was asked for: an origin, or a version. */
  target: string;
  /** What runs; absent where the override was refused, or its build could not be had: the live version runs. */
  build?: RemoteBuild;
  /** Why it does not run, in a sentence. */
  refused: string | null;
}
