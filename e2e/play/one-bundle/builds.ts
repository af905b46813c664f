import { join } from 'node:path';
import { ROOT, rspackBuild } from '../../src/setup/workspace.ts';

/** What is built here is made anew at each run. */
const OUT = join(ROOT, 'e2e/dist/one-bundle');
const PACKAGE = join(ROOT, 'e2e');

/** One script with all in it; or split as a good monolith is. */
export type Kind = 'one' | 'split';

/** What was changed for a release: a heading of the Toolbox; a width in `@solvent/ui`. */
export type Change = 'toolbox' | 'ui';

/** The version of what is deployed after a change. */
export const CHANGED = '1.1.0-play';

const config = (name: string) => ['--config', join(ROOT, 'e2e/play/one-bundle', name)];

/** Builds the whole product without Module Federation, of both kinds, as it is and with each change. */
export const buildBundles = (): Promise<void> => rspackBuild(PACKAGE, config('rspack.config.mjs'));

/** Where a bundle lies. */
export const bundleFolder = (kind: Kind, change: Change | 'before'): string => join(OUT, kind, change);

/** Builds, with a change in it, the one part of the federated product that is deployed for it. @returns the folder of the build */
export async function buildPart(change: Change): Promise<string> {
  const dist = join(OUT, 'federated', change);
  const args = [...config('federated.config.mjs'), '--env', `change=${change}`, '--output-path', dist];
  await rspackBuild(PACKAGE, args, { RELEASE_VERSION: CHANGED });
  return dist;
}
