import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { aptGet } from '../setup/apt-get.mjs';
import { ROOT } from '../setup/root.mjs';
import { runStep } from '../setup/run-step.mjs';
import { StartError } from '../setup/start-error.mjs';

/** Folder for unpacked system packages. They are not installed, because an installation would also start a service. */
const UNPACKED = join(ROOT, 'node_modules/.cache/solvent-programs');

/** The folders in PATH, and those of Debian's administration programs, which PATH may lack. */
const PROGRAM_FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Renames a copy, or deletes it if another process was faster. @param {string} copy @param {string} to */
function renameOrDelete(copy, to) {
  try {
    renameSync(copy, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
    rmSync(copy, { recursive: true });
  }
}

/** Downloads a package and unpacks it. @param {string} name @returns {Promise<boolean>} whether the package exists */
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
    // Copies first, because a rename does not work across disks. The name has the process ID, because another process may unpack the
    // same package.
    const copy = `${to}.${process.pid}`;
    await runStep(['cp', '-a', join(folder, 'unpacked'), copy]);
    renameOrDelete(copy, to);
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Finds an installed program or library. If there is none, downloads a Debian or Ubuntu package and unpacks it.
 *
 * @param {object} wanted
 * @param {string} wanted.name file name
 * @param {string[]} wanted.packages packages that may contain the file
 * @param {string} wanted.path path of the file in the package
 * @param {string[]} [wanted.folders] folders in which an installed file may be
 * @param {string} wanted.why completes the error "… is needed", such as `to test alert rules`
 * @returns {Promise<string>} path
 * @throws StartError if there is no such file or package
 */
export async function findProgram({ name, packages, path, folders = PROGRAM_FOLDERS, why }) {
  const installed = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (installed !== undefined) return installed;
  for (const one of packages) {
    if (!existsSync('/usr/bin/apt-get') || !(await unpack(one))) continue;
    const file = join(UNPACKED, one, path);
    if (existsSync(file)) return file;
  }
  throw new StartError(`${name} is needed ${why}: install it (on Debian: apt-get install ${packages[0]}).`);
}

export const findNginx = () =>
  findProgram({ name: 'nginx', packages: ['nginx', 'nginx-core'], path: 'usr/sbin/nginx', why: 'in front of the servers' });

export const findPromtool = () =>
  findProgram({ name: 'promtool', packages: ['prometheus'], path: 'usr/bin/promtool', why: 'to test alert rules' });

export const findOpenssl = () =>
  findProgram({ name: 'openssl', packages: ['openssl'], path: 'usr/bin/openssl', why: 'for a certificate' });
