import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const nearest = (path) => (existsSync(path) || dirname(path) === path ? path : nearest(dirname(path)));

/** Argument of `sudo -u`: a user of this machine by name, else `'#1000'`. */
function userName(uid) {
  const isUser = (line) => line.split(':')[2] === String(uid);
  const line = existsSync('/etc/passwd') && readFileSync('/etc/passwd', 'utf8').split('\n').find(isUser);
  return line ? line.split(':')[0] : `'#${uid}'`;
}

/**
 * Checks whether root is about to write to another user's folder: that user could not read or change the new files. A missing folder
 * counts as its nearest existing parent.
 *
 * @param {string} folder absolute path @returns {string | undefined} what to do; undefined if the folder can be written as this user
 */
export function rootProblem(folder) {
  if (process.getuid?.() !== 0) return undefined;
  const owned = nearest(folder);
  const { uid } = statSync(owned);
  if (uid === 0) return undefined;
  const user = userName(uid);
  return `Run this as ${user}, the owner of ${owned}: sudo -u ${user} … What root writes there, ${user} could neither read nor change.`;
}
