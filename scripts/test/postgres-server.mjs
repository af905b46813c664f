import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../setup/settings.mjs';
import { StartError } from '../setup/start-error.mjs';

/** Time limit of a start, and of a stop (ms). */
const TIMEOUT_MS = 60_000;

/** Settings without durability and replication, for temporary data. */
const TEMPORARY_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'max_connections=200',
];

/** Folder of Linux for files in memory; it may be small in a container. */
const MEMORY_FOLDER = '/dev/shm';
/** Space that the tests' databases need at most (bytes). */
const NEEDED_BYTES = 2 * 1024 ** 3;

/** @returns {string} a folder for temporary data: in memory if there is space */
function findTemporaryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= NEEDED_BYTES ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** @returns {{ uid?: number, gid?: number }} an unprivileged user if this process is root, because PostgreSQL refuses to run as root */
function findServerUser() {
  if (process.getuid?.() !== 0) return {};
  const readId = (kind) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
}

/** Whether all users may run programs of a folder, which requires permission for all its parent folders. */
function isReadableByAll(folder) {
  const hasPermission = (statSync(folder).mode & 0o001) !== 0;
  return hasPermission && (dirname(folder) === folder || isReadableByAll(dirname(folder)));
}

/** Changes the owner of a folder, its subfolders and files. */
function chownAll(folder, { uid, gid }) {
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (lstatSync(path).isDirectory()) chownAll(path, { uid, gid });
  }
}

/** Copies the programs if the server's user cannot run them. @returns {string} their folder */
function copyUnreadable(programs, home, user) {
  if (user.uid === undefined || isReadableByAll(programs)) return programs;
  cpSync(dirname(programs), join(home, 'programs'), { recursive: true, verbatimSymlinks: true });
  return join(home, 'programs', 'bin');
}

/** Waits until PostgreSQL accepts connections. */
function waitUntilReady(child) {
  return new Promise((done, fail) => {
    let output = '';
    const timer = setTimeout(() => fail(new StartError(`PostgreSQL did not start in time: ${output}`)), TIMEOUT_MS);
    child.stderr.on('data', (chunk) => {
      output += chunk;
      if (output.includes('ready to accept connections')) {
        clearTimeout(timer);
        done();
      }
    });
    child.once('close', () => {
      clearTimeout(timer);
      fail(new StartError(`PostgreSQL ended at its start: ${output}`));
    });
  });
}

/** Stops PostgreSQL without waiting for its clients. */
function stopServer(child) {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    child.once('close', () => {
      clearTimeout(timer);
      done();
    });
    child.kill('SIGINT');
  });
}

/**
 * A folder with an empty database, and the command that starts its server.
 *
 * @typedef {object} PostgresHome
 * @property {string} folder
 * @property {string} data subfolder with the data
 * @property {(data: string, port: number, settings: string[]) => [program: string, args: string[]]} command to start a server
 * @property {object} options for `spawn`: an unprivileged user, and an environment that is the same on all machines
 * @property {() => void} remove
 */

/** Creates a temporary folder in `parent`, unless there is a permanent one. */
function createDataFolder(permanentFolder, parent) {
  if (permanentFolder === undefined) return mkdtempSync(join(parent, 'solvent-postgres-'));
  mkdirSync(permanentFolder, { recursive: true });
  return permanentFolder;
}

/**
 * Creates an empty database.
 *
 * @param {string} programs folder of `postgres` and `initdb` @param {string} [parent] parent of the temporary folder
 * @param {string[]} [more] arguments of `initdb` @param {string} [permanentFolder] folder instead; its database is reused
 * @returns {PostgresHome}
 */
export function makeDatabase(programs, parent = tmpdir(), more = [], permanentFolder) {
  const user = findServerUser();
  const folder = createDataFolder(permanentFolder, parent);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    chmodSync(folder, 0o755);
    const bin = copyUnreadable(programs, folder, user);
    if (user.uid !== undefined) chownAll(folder, user);
    const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
    const data = join(folder, 'data');
    const initArguments = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...more];
    if (!existsSync(join(data, 'PG_VERSION')))
      execFileSync(join(bin, 'initdb'), initArguments, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
    const command = (dataFolder, port, settings) => {
      const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
      return [join(bin, 'postgres'), ['-D', dataFolder, ...all.flatMap((setting) => ['-c', setting])]];
    };
    return { folder, data, command, options, remove };
  } catch (error) {
    if (permanentFolder === undefined) remove();
    throw error;
  }
}

/** @param {number} port @returns {string} address of a local server */
export const postgresUrl = (port) => `postgres://postgres@127.0.0.1:${port}/postgres`;

/**
 * Starts a PostgreSQL on a free port with an empty database.
 *
 * @param {string} programs folder of `postgres` and `initdb`
 * @param {{ settings?: string[], permanentFolder?: string }} [options] `settings` replace those for temporary data;
 *   `permanentFolder` is a folder whose data is kept and reused
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} its address; `stop` also deletes temporary data
 */
export async function startPostgres(programs, { settings = TEMPORARY_SETTINGS, permanentFolder } = {}) {
  const { data, command, options, remove } = makeDatabase(programs, findTemporaryFolder(), ['--no-sync'], permanentFolder);
  const removeTemporary = () => permanentFolder === undefined && remove();
  try {
    const port = await freePort();
    const child = spawn(...command(data, port, settings), { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    await waitUntilReady(child);
    const stop = async () => {
      await stopServer(child);
      removeTemporary();
    };
    return { url: postgresUrl(port), stop };
  } catch (error) {
    removeTemporary();
    throw error;
  }
}
