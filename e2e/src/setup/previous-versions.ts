import { join } from 'node:path';
import { isUpToDate } from '../../../shared/federation/rspack/checksums.mjs';
import type { RemoteName } from '../remotes.ts';
import { readReleaseSettings } from './cluster-settings.ts';
import { buildMarkedRemote, deliver, ROOT, readVersion } from './workspace.ts';

const REMOTES_WITH_PREVIOUS: readonly RemoteName[] = ['toolbox', 'auth'];

const CACHE_FOLDER = join(ROOT, 'e2e/dist/previous');

/** Builds a remote from the same sources as an earlier version with files of its own. */
export async function buildPrevious(name: string): Promise<{ pin: string; dist: string }> {
  const now = await readVersion(join(ROOT, `mf-${name}/dist`));
  if (now === undefined) throw new Error(`${name} is not built: run "pnpm build".`);
  const version = `0.9.0-${now.split('-').at(-1)}`;
  const dist = join(CACHE_FOLDER, name);
  if ((await readVersion(dist)) !== version || !isUpToDate(ROOT, dist))
    await buildMarkedRemote(join(ROOT, `mf-${name}`), dist, version);
  return { pin: `${name}@${version}`, dist };
}

async function promotePrevious(name: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { pin, dist } = await buildPrevious(name);
  await deliver(env, 'publish', name, '--dist', dist, '--no-smoke');
  await deliver(env, 'promote', pin, '--why', 'Fallback of the tests');
}

/** Global setup: promotes a previous version of some remotes, then the current one. */
export default async function setUpPreviousVersions(): Promise<void> {
  const env = await readReleaseSettings();
  await Promise.all(REMOTES_WITH_PREVIOUS.map((name) => promotePrevious(name, env)));
  await deliver(env, 'deploy', '--why', 'Versions under test');
  if (process.env.E2E_CLUSTER === undefined) return;
  // Overrides are off by default for a channel in a bucket, and on for one in a folder.
  await deliver(env, 'overrides', 'allow', 'http://localhost', '--why', 'Tests try builds of this machine');
  await deliver(env, 'overrides', 'versions', 'on', '--why', 'Tests try published versions');
}
