import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

/** Shell script that makes all mounts read-only except for the data folder, and then runs the program as an unprivileged user. */
const RUN_READ_ONLY = [
  'mount --make-rprivate /',
  'mount --bind "$CONFINED_DATA" "$CONFINED_DATA"',
  'mount --bind "$CONFINED_TREE" "$CONFINED_TREE"',
  'mount -o remount,ro,bind "$CONFINED_TREE"',
  'mount -o remount,ro,bind /',
  'cd "$CONFINED_TREE"',
  'exec setpriv --reuid "$CONFINED_USER" --regid "$CONFINED_GROUP" --clear-groups --no-new-privs "$0" "$@"',
].join(' && ');

const readId = (kind) => execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }).trim();

const isRoot = () => process.getuid?.() === 0;

/** @returns {boolean} whether this process may create private mounts, like a container */
export const canCreateMounts = () => isRoot() && spawnSync('unshare', ['--mount', 'setpriv', '--version']).status === 0;

/** Changes a folder's owner to the unprivileged user of {@link spawnConfined}. Does nothing unless run as root. @param {string} folder */
export function chownToConfinedUser(folder) {
  if (isRoot()) chownSync(folder, Number(readId('-u')), Number(readId('-g')));
}

/**
 * Starts a Node program like a container: as a user who does not own its files, with only the data folder writable. Without
 * permission to create mounts, only file permissions prevent writes.
 *
 * @param {{ tree: string, data: string }} folders the program's folder, and the writable data folder
 * @param {string[]} args arguments of node
 * @param {Record<string, string>} env the complete environment
 * @returns {import('node:child_process').ChildProcess}
 */
export function spawnConfined({ tree, data }, args, env) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  if (!isRoot()) return spawn(process.execPath, args, { cwd: tree, env, stdio });
  const [user, group] = [readId('-u'), readId('-g')];
  if (!canCreateMounts()) return spawn(process.execPath, args, { cwd: tree, env, stdio, uid: Number(user), gid: Number(group) });
  const confined = { CONFINED_TREE: tree, CONFINED_DATA: data, CONFINED_USER: user, CONFINED_GROUP: group };
  const command = ['--mount', 'sh', '-c', RUN_READ_ONLY, process.execPath, ...args];
  return spawn('unshare', command, { env: { ...env, ...confined }, stdio });
}
