import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { aptGet } from '../setup/apt-get.mjs';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

/** Where packages of the system are unpacked: nothing is installed, so that no service of the system ever runs or is started later. */
const UNPACKED = join(ROOT, 'node_modules/.cache/solvent-programs');

/** Where Debian has programs of the administrator, besides what a path says. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Of concurrent copies, the first is kept. @param {string} copy @param {string} to */
function putInPlace(copy, to) {
  try {
    renameSync(copy, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
    rmSync(copy, { recursive: true });
  }
}

/** Fetches a package and unpacks it. @param {string} name @returns {Promise<boolean>} whether there is one */
async function unpack(name) {
  const to = join(UNPACKED, name);
  if (existsSync(to)) return true;
  const folder = mkdtempSync(join(tmpdir(), 'solvent-package-'));
  const fetchPackage = () => runStep(['apt-get', 'download', name], { cwd: folder });
  try {
    if ((await fetchPackage()).code !== 0) {
      await aptGet('update');
      if ((await fetchPackage()).code !== 0) return false;
    }
    const file = readdirSync(folder).find((found) => found.endsWith('.deb'));
    if (file === undefined || (await runStep(['dpkg-deb', '-x', file, 'unpacked'], { cwd: folder })).code !== 0) return false;
    mkdirSync(dirname(to), { recursive: true });
    // By a copy, since the two may lie on different disks; and of its own, since others may unpack the same meanwhile.
    const copy = `${to}.${process.pid}`;
    await runStep(['cp', '-a', join(folder, 'unpacked'), copy]);
    putInPlace(copy, to);
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A file of the system, else out of packages of Debian or Ubuntu, which are fetched and unpacked now.
 *
 * @param {{ name: string, packages: string[], path: string, folders?: string[], why: string }} wanted its name; which packages may have
 *   it, and where (`*` is any folder); where a system has it; what it is needed for, in a sentence's words
 * @returns {Promise<string>}
 */
export async function findProgram({ name, packages, path, folders = FOLDERS, why }) {
  const installed = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (installed !== undefined) return installed;
  for (const one of packages) {
    if (!existsSync('/usr/bin/apt-get') || !(await unpack(one))) continue;
    const file = join(UNPACKED, one, path);
    if (existsSync(file)) return file;
  }
  throw new StartError(`${name} is needed ${why}: install it (on Debian: apt-get install ${packages[0]}).`);
}

/** nginx, which every request of the cluster passes. */
export const findNginx = () =>
  findProgram({ name: 'nginx', packages: ['nginx', 'nginx-core'], path: 'usr/sbin/nginx', why: 'in front of the servers' });

/** promtool of Prometheus, which tests alert rules. */
export const findPromtool = () =>
  findProgram({ name: 'promtool', packages: ['prometheus'], path: 'usr/bin/promtool', why: 'to test alert rules' });

/** openssl, which makes the cluster's certificate. */
export const findOpenssl = () =>
  findProgram({ name: 'openssl', packages: ['openssl'], path: 'usr/bin/openssl', why: 'for a certificate' });
