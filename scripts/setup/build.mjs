import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isUpToDate } from '../../shared/federation/rspack/checksums.mjs';
import { ROOT } from './root.mjs';
import { runStep } from './run-step.mjs';
import { StartError } from './start-error.mjs';

/** Builds what changed since the last time. @param {string[]} [packages] only these and what they need; default all */
export async function build(packages = []) {
  await runTurbo(packages);
  // A file that was saved after Turbo had looked at it: what it keeps, for now or since then, is a build of something else.
  const wrong = outOfDate(packages);
  if (wrong.length === 0) return;
  await runTurbo(wrong, ['--force']);
  const still = outOfDate(wrong).join(', ');
  if (still) throw new StartError(`The sources of ${still} were changed while they were built: start again.`);
}

/** @param {string[]} packages @param {string[]} [options] of turbo */
async function runTurbo(packages, options = []) {
  const filters = packages.map((name) => `--filter=${name}`);
  const { code, output } = await runStep(['turbo', 'run', 'build', '--output-logs=errors-only', ...options, ...filters]);
  if (code !== 0) throw new StartError(`${output}\nThe build failed: see above, and start again once it is mended.`);
}

/** Those whose `dist` is no whole build of the sources as they are now. */
function outOfDate(packages) {
  const built = readdirSync(ROOT).filter((folder) => existsSync(join(ROOT, folder, 'rspack.config.mjs')));
  return built
    .filter((folder) => packages.length === 0 || packages.includes(`@solvent/${folder}`))
    .filter((folder) => !isUpToDate(ROOT, join(ROOT, folder, 'dist')))
    .map((folder) => `@solvent/${folder}`);
}
