import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Lists all files and folders below a folder. Does not follow links. @returns {Generator<{ path: string, about: import('node:fs').Stats }>} */
function* listEntries(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const about = lstatSync(path);
    yield { path, about };
    if (about.isDirectory()) yield* listEntries(path);
  }
}

/** Makes a folder and its contents writable for its owner, or read-only. @param {string} folder @param {boolean} isWritable */
export function setWritable(folder, isWritable) {
  const getMode = (mode) => (isWritable ? mode | 0o200 : mode & 0o555);
  chmodSync(folder, getMode(lstatSync(folder).mode));
  for (const { path, about } of listEntries(folder)) if (!about.isSymbolicLink()) chmodSync(path, getMode(about.mode));
}

/** @param {string} folder @returns {number} total size of its files (bytes) */
export const measureBytes = (folder) =>
  [...listEntries(folder)].reduce((sum, { about }) => sum + (about.isFile() ? about.size : 0), 0);

/** Reads the size, time and mode of each file and folder. @param {string} folder @returns {Map<string, string>} by path */
export const readState = (folder) =>
  new Map([...listEntries(folder)].map(({ path, about: { size, mtimeMs, mode } }) => [path, `${size} ${mtimeMs} ${mode}`]));

/** Lists added, removed and changed paths. @param {Map<string, string>} before @param {Map<string, string>} after */
export const findChanges = (before, after) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
