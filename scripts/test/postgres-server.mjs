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

/** How long a start or a stop may take, in ms. */
const TIMEOUT = 60_000;

/** Temporary data needs no durability and no replication. */
const THROW_AWAY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'max_connections=200',
];

/** Where Linux keeps files in memory; containers may have little of it. */
const IN_MEMORY = '/dev/shm';
/** Maximal size of the tests' databases there, in bytes. */
const ROOM = 2 * 1024 ** 3;

/** A folder for temporary data: in memory if there is space. */
function roomyFolder() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** PostgreSQL refuses to run as root, so it runs as an unprivileged user then. @returns {{ uid?: number, gid?: number }} */
function otherUser() {
  if (process.getuid?.() !== 0) return {};
  const readId = (kind) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
}

/** Whether all users may run programs of a folder: every parent folder must allow it. */
function isOpen(folder) {
  const passable = (statSync(folder).mode & 0o001) !== 0;
  return passable && (dirname(folder) === folder || isOpen(dirname(folder)));
}

/** Gives all that is in a folder to a user. */
function give(folder, { uid, gid }) {
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (lstatSync(path).isDirectory()) give(path, { uid, gid });
  }
}

/** The programs where the other user reaches them: where they are, else a copy. */
function reachable(programs, home, user) {
  if (user.uid === undefined || isOpen(programs)) return programs;
  cpSync(dirname(programs), join(home, 'programs'), { recursive: true, verbatimSymlinks: true });
  return join(home, 'programs', 'bin');
}

/** Settles when it takes connections. */
function whenReady(child) {
  return new Promise((done, fail) => {
    let output = '';
    const timer = setTimeout(() => fail(new StartError(`PostgreSQL did not start in time: ${output}`)), TIMEOUT);
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

/** Ends it at once, connections and all. */
function end(child) {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT);
    child.once('close', () => {
      clearTimeout(timer);
      done();
    });
    child.kill('SIGINT');
  });
}

/**
 * A folder with an empty database, and how its server is started.
 *
 * @typedef {object} PostgresHome
 * @property {string} folder
 * @property {string} data the database's folder in it
 * @property {(data: string, port: number, settings: string[]) => [program: string, args: string[]]} command starts the server of a
 *   database
 * @property {object} options of `spawn`: the user, who is not root, and an environment that is the same everywhere
 * @property {() => void} remove
 */

/** A folder that is kept, or a new one in another. */
function getDataFolder(kept, parent) {
  if (kept === undefined) return mkdtempSync(join(parent, 'solvent-postgres-'));
  mkdirSync(kept, { recursive: true });
  return kept;
}

/**
 * Makes an empty database.
 *
 * @param {string} programs the folder of `postgres` and `initdb` @param {string} [parent] where its folder is made
 * @param {string[]} [more] arguments of `initdb` @param {string} [kept] its folder instead, where a database may be already
 * @returns {PostgresHome}
 */
export function makeDatabase(programs, parent = tmpdir(), more = [], kept) {
  const user = otherUser();
  const folder = getDataFolder(kept, parent);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    chmodSync(folder, 0o755);
    const bin = reachable(programs, folder, user);
    if (user.uid !== undefined) give(folder, user);
    const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
    const data = join(folder, 'data');
    const setUp = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', ...more];
    if (!existsSync(join(data, 'PG_VERSION')))
      execFileSync(join(bin, 'initdb'), setUp, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
    const command = (of, port, settings) => {
      const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
      return [join(bin, 'postgres'), ['-D', of, ...all.flatMap((setting) => ['-c', setting])]];
    };
    return { folder, data, command, options, remove };
  } catch (error) {
    if (kept === undefined) remove();
    throw error;
  }
}

/** The address of a server that was started so. @param {number} port */
export const postgresUrl = (port) => `postgres://postgres@127.0.0.1:${port}/postgres`;

/**
 * Starts a PostgreSQL on a free port and an empty folder.
 *
 * @param {string} programs the folder of `postgres` and `initdb`
 * @param {{ settings?: string[], kept?: string }} [options] settings that replace those for temporary data; a folder whose
 * data is kept and reused
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} its address; `stop` removes all but kept data
 */
export async function startPostgres(programs, { settings = THROW_AWAY, kept } = {}) {
  const { data, command, options, remove } = makeDatabase(programs, roomyFolder(), ['--no-sync'], kept);
  const forget = () => kept === undefined && remove();
  try {
    const port = await freePort();
    const child = spawn(...command(data, port, settings), { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    await whenReady(child);
    const stop = async () => {
      await end(child);
      forget();
    };
    return { url: postgresUrl(port), stop };
  } catch (error) {
    forget();
    throw error;
  }
}
