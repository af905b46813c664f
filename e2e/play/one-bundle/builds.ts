import { join } from 'node:path';
import { ROOT, rspackBuild } from '../../src/setup/workspace.ts';
import { CHANGES } from './changes.mjs';
import type { PAGES } from './pages.mjs';

/** What is built here is made anew at each run. */
export const OUT = join(ROOT, 'e2e/dist/one-bundle');
const PACKAGE = join(ROOT, 'e2e');

export type Page = (typeof PAGES)[number];

/** What was changed for a release; `before`: nothing yet. */
export type Change = keyof typeof CHANGES;
export type State = Change | 'before';

/** All of them. */
export const CHANGE_NAMES = Object.keys(CHANGES) as Change[]; // an object of no other fields

/** A build without Module Federation: one script with all in it; split as a good monolith is; what one page needs alone. */
export type Kind = 'one' | 'split' | `alone-${string}`;

/** A build of a part of the federated product, as its team deploys it. */
export interface PackageBuild {
  part: string;
  version: string;
  dist: string;
}

const config = (name: string) => ['--config', join(ROOT, 'e2e/play/one-bundle', name)];

/** Builds the whole product without Module Federation, of all kinds, as it is and with each change. */
export const buildBundles = (): Promise<void> => rspackBuild(PACKAGE, config('rspack.config.mjs'));

/** Builds it of one kind, as it is. @returns where the bundle lies */
export async function buildBundle(kind: Kind): Promise<string> {
  await rspackBuild(PACKAGE, [...config('rspack.config.mjs'), '--config-name', `${kind}-before`]);
  return bundleFolder(kind, 'before');
}

/** Where a bundle lies. */
export const bundleFolder = (kind: Kind, state: State): string => join(OUT, kind, state);

async function buildPackage(part: string, state: State): Promise<PackageBuild> {
  const dist = join(OUT, 'federated', part, state);
  const version = state === 'before' ? '1.0.0-play' : `1.1.0-${state}`;
  const args = [...config('federated.config.mjs'), '--env', `part=${part}`, '--env', `change=${state}`, '--output-path', dist];
  await rspackBuild(PACKAGE, args, { RELEASE_VERSION: version });
  return { part, version, dist };
}

/** Builds what of the federated product is deployed: the parts that are changed, as they are, and for each change its part. */
export async function buildPackages(): Promise<{ before: PackageBuild[]; changed: Map<Change, PackageBuild> }> {
  const before: PackageBuild[] = [];
  for (const part of new Set(Object.values(CHANGES).map((change) => change.part))) before.push(await buildPackage(part, 'before'));
  const changed = new Map<Change, PackageBuild>();
  for (const change of CHANGE_NAMES) changed.set(change, await buildPackage(CHANGES[change].part, change));
  return { before, changed };
}
