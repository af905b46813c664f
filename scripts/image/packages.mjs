import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

/** Matches type declarations and source maps. Node never reads them, and they are two fifths of all bytes. */
const UNUSED_FILE = /\.(?:d\.[cm]?ts|map)$/;

const isWorkspacePackage = ([, { specifier }]) => specifier.startsWith('workspace:');

/** Leaves out the workspace's packages, which are in the program's bundle. */
const pickRegistryDependencies = (dependencies) =>
  Object.fromEntries(Object.entries(dependencies).filter((entry) => !isWorkspacePackage(entry)));

/**
 * Reduces the workspace's lockfile to the production dependencies of the programs.
 *
 * @param {string} text of pnpm-lock.yaml @param {string[]} programs packages of the workspace
 */
export function buildLockfile(text, programs) {
  const { patchedDependencies: _patches, packageExtensionsChecksum: _checksum, importers, ...lock } = parse(text);
  const programImporters = programs.map((name) => [
    name,
    { dependencies: pickRegistryDependencies(importers[name].dependencies) },
  ]);
  return stringify({ ...lock, importers: { '.': {}, ...Object.fromEntries(programImporters) } });
}

/**
 * Reduces pnpm's settings to the programs.
 *
 * @param {string} text of pnpm-workspace.yaml @param {string[]} programs
 */
export function buildWorkspaceFile(text, programs) {
  const { patchedDependencies: _patches, packageExtensions: _extensions, ...settings } = parse(text);
  return stringify({ ...settings, packages: programs });
}

/** Writes a program's package.json with the same dependencies as its lockfile. */
async function writePackage(folder, name) {
  const { version, license, type, dependencies } = JSON.parse(await readFile(join(ROOT, name, 'package.json'), 'utf8'));
  const registryDependencies = Object.entries(dependencies).filter(([, specifier]) => !specifier.startsWith('workspace:'));
  const description = {
    name: `@solvent/${name}`,
    version,
    private: true,
    license,
    type,
    dependencies: Object.fromEntries(registryDependencies),
  };
  await writeFile(join(folder, name, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
}

/** Deletes files that Node never reads. @param {string} folder */
async function removeUnusedFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && UNUSED_FILE.test(entry.name));
  await Promise.all(files.map((entry) => rm(join(entry.parentPath, entry.name))));
}

/**
 * Installs the production packages of programs from pnpm's store, without downloads and without install scripts.
 *
 * @param {string} folder parent of the programs' folders @param {string[]} programs packages of the workspace
 * @throws StartError if the store lacks a package
 */
export async function installPackages(folder, programs) {
  await Promise.all(programs.map((name) => writePackage(folder, name)));
  const lock = join(folder, 'pnpm-lock.yaml');
  await writeFile(lock, buildLockfile(await readFile(join(ROOT, 'pnpm-lock.yaml'), 'utf8'), programs));
  const settings = await readFile(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
  await writeFile(join(folder, 'pnpm-workspace.yaml'), buildWorkspaceFile(settings, programs));
  // Copies instead of links, because changed permissions would also change the files in the store.
  const options = ['--prod', '--offline', '--frozen-lockfile', '--ignore-scripts', '--config.package-import-method=copy'];
  const { code, output } = await runStep(['pnpm', 'install', ...options], { cwd: folder, env: { CI: 'true' } });
  if (code !== 0)
    throw new StartError(`${output}\nThe packages of the image could not be installed: run "pnpm install" and try again.`);
  await removeUnusedFiles(join(folder, 'node_modules'));
  // These files contain paths and times of this machine, and only pnpm needs them.
  const installed = ['.modules.yaml', '.pnpm-workspace-state-v1.json'].map((name) => join(folder, 'node_modules', name));
  await Promise.all([lock, ...installed].map((path) => rm(path, { force: true })));
  // Relative paths start at the folder with this file (shared/setup/root.mjs).
  await writeFile(join(folder, 'pnpm-workspace.yaml'), stringify({ packages: programs }));
}
