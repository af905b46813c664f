import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from '../cluster/unpacked-program.mjs';
import { freePort } from '../setup/settings.mjs';
import { StartError } from '../setup/start-error.mjs';

/** How long a start may take (ms). */
const TIMEOUT = 60_000;

const MACHINE = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
const LIBRARIES = [
  { name: 'libevent-2.1.so.7', packages: ['libevent-2.1-7', 'libevent-2.1-7t64'] },
  { name: 'libcares.so.2', packages: ['libc-ares2', 'libcares2'] },
];
const why = 'to test behind a pooler';

/**
 * PgBouncer, and where the libraries are that it needs: the system's, else out of packages that are unpacked now.
 *
 * @returns {Promise<{ path: string, libraries: string }>}
 */
export async function findPgBouncer() {
  const path = await findProgram({ name: 'pgbouncer', packages: ['pgbouncer'], path: 'usr/sbin/pgbouncer', why });
  const files = [];
  for (const { name, packages } of LIBRARIES)
    files.push(await findProgram({ name, packages, path: `usr/lib/${MACHINE}/${name}`, folders: [`/usr/lib/${MACHINE}`], why }));
  return { path, libraries: [...new Set(files.map(dirname))].join(':') };
}

function settingsFile(port, target, connections) {
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

/** Settles when it takes connections. */
function whenReady(child) {
  return new Promise((done, fail) => {
    let output = '';
    const timer = setTimeout(() => fail(new StartError(`PgBouncer did not start in time: ${output}`)), TIMEOUT);
    const over = (end) => {
      clearTimeout(timer);
      end();
    };
    child.stderr.on('data', (chunk) => {
      output += chunk;
      if (output.includes('process up')) over(done);
    });
    child.once('error', (error) => over(() => fail(new StartError(`PgBouncer cannot be started: ${error.message}`))));
    child.once('close', () => over(() => fail(new StartError(`PgBouncer ended at its start: ${output}`))));
  });
}

/**
 * Starts a PgBouncer in transaction mode.
 *
 * @param {{ path: string, libraries: string }} program as {@link findPgBouncer} finds it
 * @param {string} target the PostgreSQL behind it
 * @param {number} [connections] to each of its databases
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `stop` leaves nothing behind
 */
export async function startPgBouncer({ path, libraries }, target, connections = 10) {
  const home = mkdtempSync(join(tmpdir(), 'solvent-pgbouncer-'));
  const port = await freePort();
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(file, settingsFile(port, target, connections));
  chmodSync(home, 0o755);
  // It refuses to be root.
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
    await whenReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: Object.assign(new URL(target), { port: String(port) }).href, stop };
}
