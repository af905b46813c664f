import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from '../cluster/unpacked-program.mjs';
import { freePort } from '../setup/settings.mjs';
import { StartError } from '../setup/start-error.mjs';

/** Time limit of a start (ms). */
const START_TIMEOUT_MS = 60_000;

const MACHINE = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
const LIBRARIES = [
  { name: 'libevent-2.1.so.7', packages: ['libevent-2.1-7', 'libevent-2.1-7t64'] },
  { name: 'libcares.so.2', packages: ['libc-ares2', 'libcares2'] },
];
const WHY = 'to test behind a pooler';

/**
 * Finds PgBouncer and its libraries. Downloads packages and unpacks them if they are not installed.
 *
 * @returns {Promise<{ path: string, libraries: string }>} the program, and a search path of its libraries
 */
export async function findPgBouncer() {
  const path = await findProgram({ name: 'pgbouncer', packages: ['pgbouncer'], path: 'usr/sbin/pgbouncer', why: WHY });
  const files = [];
  for (const { name, packages } of LIBRARIES)
    files.push(
      await findProgram({ name, packages, path: `usr/lib/${MACHINE}/${name}`, folders: [`/usr/lib/${MACHINE}`], why: WHY }),
    );
  return { path, libraries: [...new Set(files.map(dirname))].join(':') };
}

function formatSettings(port, target, connections) {
  const { hostname, port: targetPort } = new URL(target);
  return `[databases]
* = host=${hostname} port=${targetPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = ${connections}
`;
}

/** Waits until PgBouncer accepts connections. */
function waitUntilReady(child) {
  return new Promise((done, fail) => {
    let output = '';
    const timer = setTimeout(() => fail(new StartError(`PgBouncer did not start in time: ${output}`)), START_TIMEOUT_MS);
    const settle = (run) => {
      clearTimeout(timer);
      run();
    };
    child.stderr.on('data', (chunk) => {
      output += chunk;
      if (output.includes('process up')) settle(done);
    });
    child.once('error', (error) => settle(() => fail(new StartError(`PgBouncer cannot be started: ${error.message}`))));
    child.once('close', () => settle(() => fail(new StartError(`PgBouncer ended at its start: ${output}`))));
  });
}

/**
 * Starts a PgBouncer in transaction mode.
 *
 * @param {{ path: string, libraries: string }} program from {@link findPgBouncer}
 * @param {string} target address of the PostgreSQL
 * @param {number} [connections] maximum number per database
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `stop` also deletes its files
 */
export async function startPgBouncer({ path, libraries }, target, connections = 10) {
  const home = mkdtempSync(join(tmpdir(), 'solvent-pgbouncer-'));
  const port = await freePort();
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(file, formatSettings(port, target, connections));
  chmodSync(home, 0o755);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(path, [...user, file], {
    cwd: home,
    env: { LD_LIBRARY_PATH: libraries },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const closed = new Promise((done) => child.once('close', done));
      child.kill('SIGKILL');
      await closed;
    }
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: Object.assign(new URL(target), { port: String(port) }).href, stop };
}
