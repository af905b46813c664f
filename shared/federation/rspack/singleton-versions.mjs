import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './base-config.mjs';
import { SINGLETONS } from './singletons.mjs';

const require = createRequire(import.meta.url);

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

export const SINGLETON_VERSIONS = Object.fromEntries(SINGLETONS.map((name) => [name, readVersion(name)]));

export const SINGLETON_FILES = Object.fromEntries(
  SINGLETONS.filter((name) => name.startsWith('@solvent/')).map((name) => [name, resolveEntryPoint(name)]),
);

function resolveEntryPoint(name) {
  const [, folder, ...rest] = name.split('/');
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'shared', folder, 'package.json'), 'utf8'));
  return join(ROOT, 'shared', folder, exports[['.', ...rest].join('/')]);
}

/** Allows the same major version. */
export const SINGLETON_RANGES = Object.fromEntries(
  Object.entries(SINGLETON_VERSIONS).map(([name, version]) => [name, `^${version}`]),
);
