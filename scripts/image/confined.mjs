import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';

/** All mounts of its own, of which only the folder of data can be written; then the program, as nobody, in this one's place. */
const READ_ONLY = [
  'mount --make-rprivate /',
  'mount --bind "$CONFINED_DATA" "$CONFINED_DATA"',
  'mount --bind "$CONFINED_TREE" "$CONFINED_TREE"',
  'mount -o remount,ro,bind "$CONFINED_TREE"',
  'mount -o remount,ro,bind /',
  'cd "$CONFINED_TREE"',
  'exec setpriv --reuid "$CONFINED_USER" --regid "$CONFINED_GROUP" --clear-groups --no-new-privs "$0" "$@"',
].join(' && ');

const idOf = (kind) => execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }).trim();

const isRoot = () => process.getuid?.() === 0;

/** Whether this machine lets a program have mounts of its own, as containers have them. */
export const hasOwnMounts = () => isRoot() && spawnSync('unshare', ['--mount', 'setpriv', '--version']).status === 0;

/** Gives a folder to the user that programs run as. @param {string} folder */
export function giveAway(folder) {
  if (isRoot()) chownSync(folder, Number(idOf('-u')), Number(idOf('-g')));
}

/**
 * Starts a Node program as a container would: as somebody else than whom its files belong to, where nothing but a folder of data
 * can be written. Where the machine allows less, files that nobody may write are all there is of it.
 *
 * @param {{ tree: string, data: string }} folders the program's, and the one that it may write
 * @param {string[]} args of node @param {Record<string, string>} env all of it
 */
export function spawnConfined({ tree, data }, args, env) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  if (!isRoot()) return spawn(process.execPath, args, { cwd: tree, env, stdio });
  const [user, group] = [idOf('-u'), idOf('-g')];
  if (!hasOwnMounts()) return spawn(process.execPath, args, { cwd: tree, env, stdio, uid: Number(user), gid: Number(group) });
  const confined = { CONFINED_TREE: tree, CONFINED_DATA: data, CONFINED_USER: user, CONFINED_GROUP: group };
  const command = ['--mount', 'sh', '-c', READ_ONLY, process.execPath, ...args];
  return spawn('unshare', command, { env: { ...env, ...confined }, stdio });
}
