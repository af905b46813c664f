import { join } from 'node:path';
import { isUpToDate } from '../../../shared/federation/rspack/checksums.mjs';
import { REMOTE_NAMES } from '../remotes.ts';
import { releaseSettings } from './cluster-settings.ts';
import { buildMarkedRemote, deliver, ROOT, versionOf } from './workspace.ts';

/** Builds are kept: the same sources need none, where the last one was finished. */
const KEPT = join(ROOT, 'e2e/dist/previous');

/** The same sources under an earlier version, in files of their own. @returns the folder of the build */
async function buildBefore(name: string): Promise<{ pin: string; dist: string }> {
  const now = await versionOf(join(ROOT, `mf-${name}/dist`));
  if (now === undefined) throw new Error(`${name} is not built: run "pnpm build".`);
  const version = `0.9.0-${now.split('-').at(-1)}`;
  const dist = join(KEPT, name);
  if ((await versionOf(dist)) !== version || !isUpToDate(ROOT, dist))
    await buildMarkedRemote(join(ROOT, `mf-${name}`), dist, version);
  return { pin: `${name}@${version}`, dist };
}

async function promoteBefore(name: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { pin, dist } = await buildBefore(name);
  await deliver(env, 'publish', name, '--dist', dist);
  await deliver(env, 'promote', pin, '--why', 'So that there is one to fall back to');
}

/**
 * Before all tests of a product of their own: each remote gets a version that was live before, so that there is one to fall
 * back to. Teams publish and promote them, all at the same time, and then what is built.
 */
export default async function promotePrevious(): Promise<void> {
  const env = await releaseSettings();
  await Promise.all(REMOTE_NAMES.map((name) => promoteBefore(name, env)));
  await deliver(env, 'deploy', '--why', 'What the tests are about');
  if (process.env.E2E_CLUSTER === undefined) return;
  // A channel in a bucket lets nobody try anything until its keeper says so; one in a folder begins with this.
  await deliver(env, 'overrides', 'allow', 'http://localhost', '--why', 'Tests try builds of this machine');
  await deliver(env, 'overrides', 'versions', 'on', '--why', 'Tests try published versions');
}
