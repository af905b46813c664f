import { join } from 'node:path';
import { ROOT, runRspack } from '../../src/setup/workspace.ts';
import { CHANGES } from './changes.mjs';
import type { PAGES } from './pages.mjs';

export const OUT = join(ROOT, 'e2e/dist/one-bundle');
const PACKAGE = join(ROOT, 'e2e');

export type Page = (typeof PAGES)[number];

/** The changed package of a release; `before` is the unchanged one. */
export type Change = keyof typeof CHANGES;
export type State = Change | 'before';

export const CHANGE_NAMES = Object.keys(CHANGES) as Change[]; // an object of no other fields

export interface PackageBuild {
  part: string;
  version: string;
  dist: string;
}

const config = (name: string) => ['--config', join(ROOT, 'e2e/play/one-bundle', name)];

/** Builds the product without federation unchanged and with each change. */
export const buildBundles = (): Promise<void> => runRspack(PACKAGE, config('rspack.config.mjs'));

/** @returns the folder of the unchanged build */
export async function buildBundle(): Promise<string> {
  await runRspack(PACKAGE, [...config('rspack.config.mjs'), '--config-name', 'before']);
  return bundleFolder('before');
}

export const bundleFolder = (state: State): string => join(OUT, 'split', state);

async function buildPackage(part: string, state: State): Promise<PackageBuild> {
  const dist = join(OUT, 'federated', part, state);
  const version = state === 'before' ? '1.0.0-play' : `1.1.0-${state}`;
  const args = [...config('federated.config.mjs'), '--env', `part=${part}`, '--env', `change=${state}`, '--output-path', dist];
  await runRspack(PACKAGE, args, { RELEASE_VERSION: version });
  return { part, version, dist };
}

/** Builds the packages that change, unchanged and with their change. */
export async function buildPackages(): Promise<{ before: PackageBuild[]; changed: Map<Change, PackageBuild> }> {
  const before: PackageBuild[] = [];
  for (const part of new Set(Object.values(CHANGES).map((change) => change.part)))
    before.push(await buildPackage(part, 'before'));
  const changed = new Map<Change, PackageBuild>();
  for (const change of CHANGE_NAMES) changed.set(change, await buildPackage(CHANGES[change].part, change));
  return { before, changed };
}
