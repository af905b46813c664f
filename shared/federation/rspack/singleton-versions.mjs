import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './base-config.mjs';
import { SINGLETONS } from './singletons.mjs';

const require = createRequire(import.meta.url);

/** @param {string} name of a singleton: its package, and the entry point in it @returns {string} the installed version */
function versionOf(name) {
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
export const SINGLETON_VERSIONS = Object.fromEntries(SINGLETONS.map((name) => [name, versionOf(name)]));

/** What a remote asks for: any release of the same major as this workspace has. */
export const SINGLETON_RANGES = Object.fromEntries(
  Object.entries(SINGLETON_VERSIONS).map(([name, version]) => [name, `^${version}`]),
);
