import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

/** Own mounts, of which only the data folder is writable; then the program, as an unprivileged user, in place of this process. */
const READ_ONLY = [
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

/** Whether this machine lets a program have mounts of its own, as containers have them. */
export const hasOwnMounts = () => isRoot() && spawnSync('unshare', ['--mount', 'setpriv', '--version']).status === 0;

/** Gives a folder to the user that programs run as. @param {string} folder */
export function giveAway(folder) {
  if (isRoot()) chownSync(folder, Number(readId('-u')), Number(readId('-g')));
}

/**
 * Starts a Node program as a container would: as another user than the owner of its files, with only a data folder writable.
 * If the machine allows less, only the files' permissions protect them.
 *
 * @param {{ tree: string, data: string }} folders the program's, and the writable one
 * @param {string[]} args of node
 * @param {Record<string, string>} env complete
 */
export function spawnConfined({ tree, data }, args, env) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  if (!isRoot()) return spawn(process.execPath, args, { cwd: tree, env, stdio });
  const [user, group] = [readId('-u'), readId('-g')];
  if (!hasOwnMounts()) return spawn(process.execPath, args, { cwd: tree, env, stdio, uid: Number(user), gid: Number(group) });
  const confined = { CONFINED_TREE: tree, CONFINED_DATA: data, CONFINED_USER: user, CONFINED_GROUP: group };
  const command = ['--mount', 'sh', '-c', READ_ONLY, process.execPath, ...args];
  return spawn('unshare', command, { env: { ...env, ...confined }, stdio });
}
