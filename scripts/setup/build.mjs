import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKSUMS, isUpToDate } from '../../shared/federation/rspack/checksums.mjs';
import { phases } from './phases.mjs';
import { ROOT } from './root.mjs';
import { runStep } from './run-step.mjs';
import { StartError } from './start-error.mjs';

/** Interval of checks for finished builds. */
const POLL_INTERVAL_MS = 500;
/** Matches Turbo's output for a build from its cache. */
const CACHE_HIT = /^(\S+):build: cache hit/;

/** @param {string} name of a package */
export const isRemote = (name) => name.startsWith('@solvent/mf-');

/**
 * Builds changed packages.
 *
 * @param {string[]} [packages] only these and their dependencies; default: all
 * @param {object} [options]
 * @param {(name: string) => boolean} [options.isOptional] packages that may fail; their errors
 *   are printed
 * @returns {Promise<string[]>} the optional packages that failed
 * @throws StartError with the errors, if another package fails
 */
export const build = (packages = [], { isOptional = () => false } = {}) =>
  phases.run('Building', async (report) => {
    const builtPackages = listBuiltPackages(packages);
    const output = await runTurbo(builtPackages, packages, report);
    // A file that was saved after Turbo hashed the sources makes the cached build outdated.
    const outdated = findOutdated(builtPackages);
    if (output !== '') return throwUnlessOptional(outdated, isOptional, output);
    if (outdated.length === 0) return [];
    const secondOutput = await runTurbo(
      builtPackages.filter(({ name }) => outdated.includes(name)),
      outdated,
      report,
      ['--force'],
    );
    const stillOutdated = findOutdated(builtPackages);
    if (secondOutput !== '') return throwUnlessOptional(stillOutdated, isOptional, secondOutput);
    if (stillOutdated.length > 0)
      throw new StartError(`The sources of ${stillOutdated.join(', ')} were changed while they were built: start again.`);
    return [];
  });

/** @param {string[]} failed names of packages @param {string} output Turbo's output */
function throwUnlessOptional(failed, isOptional, output) {
  if (failed.length === 0 || !failed.every(isOptional))
    throw new StartError(`${output}\nThe build failed: fix the errors above and start again.`);
  process.stderr.write(output);
  return failed;
}

/**
 * @param {Built[]} builtPackages packages to count @param {string[]} packages see {@link build}
 * @param {(detail: string) => void} report @param {string[]} [options] of turbo
 * @returns {Promise<string>} its output if a build failed, else an empty string
 */
async function runTurbo(builtPackages, packages, report, options = []) {
  const startedAt = Date.now();
  const done = new Set();
  const finish = (name) => {
    if (done.has(name)) return;
    done.add(name);
    report(`${done.size} of ${builtPackages.length}, ${name}`);
  };
  report(`0 of ${builtPackages.length}`);
  // A build writes its checksums last.
  const checkBuilds = () =>
    builtPackages
      .filter(
        ({ folder }) => (statSync(join(ROOT, folder, 'dist', CHECKSUMS), { throwIfNoEntry: false })?.ctimeMs ?? 0) >= startedAt,
      )
      .forEach(({ name }) => finish(name));
  const timer = setInterval(checkBuilds, POLL_INTERVAL_MS);
  const filters = packages.map((name) => `--filter=${name}`);
  const { code, output } = await runStep(
    ['turbo', 'run', 'build', '--output-logs=errors-only', '--continue=dependencies-successful', ...options, ...filters],
    {
      onLine(line) {
        const [, name] = CACHE_HIT.exec(line) ?? [];
        if (name) finish(name);
      },
    },
  );
  clearInterval(timer);
  return code === 0 ? '' : output;
}

/** @typedef {{ folder: string, name: string }} Built a package that Turbo builds, and its folder in the workspace */

/** @param {string[]} packages see {@link build} @returns {Built[]} */
const listBuiltPackages = (packages) =>
  [...readdirSync(ROOT), ...readdirSync(join(ROOT, 'dev')).map((name) => `dev/${name}`)]
    .map((folder) => ({ folder, name: readBuiltPackage(folder) }))
    .filter(({ name }) => name && (packages.length === 0 || packages.includes(name)));

/** Packages whose `dist` is not a complete build of the current sources. @param {Built[]} builtPackages */
const findOutdated = (builtPackages) =>
  builtPackages.filter(({ folder }) => !isUpToDate(ROOT, join(ROOT, folder, 'dist'))).map(({ name }) => name);

/** @returns {string | undefined} name of the package in a folder, if it has a build script */
function readBuiltPackage(folder) {
  const file = join(ROOT, folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const { name, scripts } = JSON.parse(readFileSync(file, 'utf8'));
  return scripts?.build && name;
}
