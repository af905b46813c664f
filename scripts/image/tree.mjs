import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** All that is in a folder, whatever links lead to. @returns {Generator<{ path: string, about: import('node:fs').Stats }>} */
function* listEntries(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const about = lstatSync(path);
    yield { path, about };
    if (about.isDirectory()) yield* listEntries(path);
  }
}

/** Makes a folder and its contents read-only, or writable for its owner again. @param {string} folder @param {boolean} may */
export function mayWrite(folder, may) {
  const rights = (mode) => (may ? mode | 0o200 : mode & 0o555);
  chmodSync(folder, rights(lstatSync(folder).mode));
  for (const { path, about } of listEntries(folder)) if (!about.isSymbolicLink()) chmodSync(path, rights(about.mode));
}

/** The bytes of all files. @param {string} folder */
export const bytesIn = (folder) =>
  [...listEntries(folder)].reduce((sum, { about }) => sum + (about.isFile() ? about.size : 0), 0);

/** State of each entry by its path, to detect changes. @param {string} folder @returns {Map<string, string>} */
export const readState = (folder) =>
  new Map([...listEntries(folder)].map(({ path, about: { size, mtimeMs, mode } }) => [path, `${size} ${mtimeMs} ${mode}`]));

/** Paths that are new, gone or changed. @param {Map<string, string>} before @param {Map<string, string>} after */
export const findChanges = (before, after) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
