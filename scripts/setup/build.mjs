import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  return [...readdirSync(ROOT), ...readdirSync(join(ROOT, 'dev')).map((name) => `dev/${name}`)]
    .map((folder) => ({ folder, name: builtPackage(folder) }))
    .filter(({ name }) => name && (packages.length === 0 || packages.includes(name)))
    .filter(({ folder }) => !isUpToDate(ROOT, join(ROOT, folder, 'dist')))
    .map(({ name }) => name);
}

/** The name of the package in a folder, where Turbo builds it. */
function builtPackage(folder) {
  const file = join(ROOT, folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const { name, scripts } = JSON.parse(readFileSync(file, 'utf8'));
  return scripts?.build && name;
}
