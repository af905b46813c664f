import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './base-config.mjs';
import { SINGLETONS } from './singletons.mjs';

const require = createRequire(import.meta.url);

/** @param {string} name of a singleton: its package, and the entry point in it @returns {string} the installed version */
function readVersion(name) {
  const [first, second] = name.split('/');
  const file =
    first === '@solvent'
      ? join(ROOT, 'shared', second, 'package.json')
      : require.resolve(`${first.startsWith('@') ? `${first}/${second}` : first}/package.json`, {
          paths: [join(ROOT, 'shared/ui')],
        });
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/** The version of each singleton, by name: what the shell provides. */
export const SINGLETON_VERSIONS = Object.fromEntries(SINGLETONS.map((name) => [name, readVersion(name)]));

/**
 * The entry points of the workspace's own singletons, by name.
 */
export const SINGLETON_FILES = Object.fromEntries(
  SINGLETONS.filter((name) => name.startsWith('@solvent/')).map((name) => [name, resolveEntryPoint(name)]),
);

/** @param {string} name of one of the workspace's own singletons @returns {string} absolute path of its entry point */
function resolveEntryPoint(name) {
  const [, folder, ...rest] = name.split('/');
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'shared', folder, 'package.json'), 'utf8'));
  return join(ROOT, 'shared', folder, exports[['.', ...rest].join('/')]);
}

/** A remote's version ranges: the same major version as in this workspace. */
export const SINGLETON_RANGES = Object.fromEntries(
  Object.entries(SINGLETON_VERSIONS).map(([name, version]) => [name, `^${version}`]),
);
