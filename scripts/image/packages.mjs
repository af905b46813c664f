import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

/** Files that Node never reads: type declarations and source maps, two fifths of all bytes. */
const UNREAD = /\.(?:d\.[cm]?ts|map)$/;

const isOwn = ([, { specifier }]) => specifier.startsWith('workspace:');

/** Of a package: what it has from the registry when it runs. The workspace's own packages are in its bundle. */
const fromRegistry = (dependencies) => Object.fromEntries(Object.entries(dependencies).filter((entry) => !isOwn(entry)));

/**
 * A lockfile that names the programs alone, with the very versions of the workspace's.
 *
 * @param {string} text of pnpm-lock.yaml @param {string[]} programs packages of the workspace
 */
export function buildLockfile(text, programs) {
  const { patchedDependencies: _patches, packageExtensionsChecksum: _checksum, importers, ...lock } = parse(text);
  const kept = programs.map((name) => [name, { dependencies: fromRegistry(importers[name].dependencies) }]);
  return stringify({ ...lock, importers: { '.': {}, ...Object.fromEntries(kept) } });
}

/**
 * The settings of the package manager for the programs alone.
 *
 * @param {string} text of pnpm-workspace.yaml @param {string[]} programs
 */
export function buildWorkspaceFile(text, programs) {
  const { patchedDependencies: _patches, packageExtensions: _extensions, ...settings } = parse(text);
  return stringify({ ...settings, packages: programs });
}

/** A package.json with only the dependencies in its lockfile. */
async function writePackage(folder, name) {
  const { version, license, type, dependencies } = JSON.parse(await readFile(join(ROOT, name, 'package.json'), 'utf8'));
  const kept = Object.entries(dependencies).filter(([, specifier]) => !specifier.startsWith('workspace:'));
  const described = { name: `@solvent/${name}`, version, private: true, license, type, dependencies: Object.fromEntries(kept) };
  await writeFile(join(folder, name, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
}

/** Removes what no program reads. @param {string} folder */
async function strip(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && UNREAD.test(entry.name));
  await Promise.all(files.map((entry) => rm(join(entry.parentPath, entry.name))));
}

/**
 * Installs the production packages of programs into a folder, out of the package manager's store: nothing is fetched and nothing
 * of a package is run.
 *
 * @param {string} folder that has a folder for each program @param {string[]} programs packages of the workspace
 * @throws StartError where the store lacks one
 */
export async function installPackages(folder, programs) {
  await Promise.all(programs.map((name) => writePackage(folder, name)));
  const lock = join(folder, 'pnpm-lock.yaml');
  await writeFile(lock, buildLockfile(await readFile(join(ROOT, 'pnpm-lock.yaml'), 'utf8'), programs));
  const settings = await readFile(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
  await writeFile(join(folder, 'pnpm-workspace.yaml'), buildWorkspaceFile(settings, programs));
  // Files of its own: one that is a link into the store would change there with its rights.
  const options = ['--prod', '--offline', '--frozen-lockfile', '--ignore-scripts', '--config.package-import-method=copy'];
  const { code, output } = await runStep(['pnpm', 'install', ...options], { cwd: folder, env: { CI: 'true' } });
  if (code !== 0)
    throw new StartError(`${output}\nThe packages of the image could not be put together: run "pnpm install" and try again.`);
  await strip(join(folder, 'node_modules'));
  // Files that only an installation needs, with paths and times of this machine.
  const installed = ['.modules.yaml', '.pnpm-workspace-state-v1.json'].map((name) => join(folder, 'node_modules', name));
  await Promise.all([lock, ...installed].map((path) => rm(path, { force: true })));
  // It stays since it marks the folder that relative paths begin at (shared/setup/root.mjs).
  await writeFile(join(folder, 'pnpm-workspace.yaml'), stringify({ packages: programs }));
}
