import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from './start-error.mjs';

const nearest = (path) => (existsSync(path) || dirname(path) === path ? path : nearest(dirname(path)));

const cannotWrite = (folder) =>
  new StartError(`The data folder ${folder} cannot be written: give this user the right to, or set DATA_DIR to another folder.`);

/** Refuses a data folder that cannot be created or written, as far as that can be checked without a change. @param {string} folder */
export function requireWritable(folder) {
  const existing = nearest(folder);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
    if (statSync(existing).isDirectory()) return;
  } catch {
    // Reported below.
  }
  throw cannotWrite(folder);
}

/** Node's own recursive mkdir never returns where a parent is there but cannot hold folders, such as /proc. */
function makeParts(folder) {
  if (existsSync(folder)) return;
  makeParts(dirname(folder));
  mkdirSync(folder);
}

/** Makes the data folder, or refuses one that cannot be written. @param {string} folder */
export function makeWritable(folder) {
  requireWritable(folder);
  try {
    makeParts(folder);
  } catch {
    throw cannotWrite(folder);
  }
}

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
