import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lockClosure } from './lock-closure.mjs';

/** Name of the list of files that ends a build (decision 0023). */
export const CHECKSUMS = 'checksums.json';

/** Not inputs of a build; `.turbo` has the log of the running build. */
const SKIPPED = /^(\..*|node_modules|dist|coverage|README\.md|.+\.test\.[a-z]+)$/;

const namesIn = (folder) =>
  readdirSync(folder)
    .filter((name) => !SKIPPED.test(name))
    .toSorted();

/**
 * Inputs of a build.
 *
 * @typedef {object} Sources
 * @property {string[]} inputs paths in the workspace, or `pnpm-lock.yaml#mf-toolbox` for one package's lockfile section
 * @property {string} hash of names and contents, in hexadecimal
 * @property {number} changedAt time of the latest file change (ms since 1970)
 */

/**
 * Hashes files and folders.
 *
 * @param {string} root absolute path @param {string[]} inputs relative to it, with `/` @returns {Sources}
 * @throws {Error} if an input is missing
 */
export function readSources(root, inputs) {
  const hash = createHash('sha256');
  let changedAt = 0;
  const add = (path, bytes) => hash.update(path).update('\0').update(bytes).update('\0');
  const read = (path) => {
    const [file, importer] = path.split('#');
    if (importer !== undefined) return add(path, lockClosure(readFileSync(join(root, file), 'utf8'), importer));
    const about = statSync(join(root, path));
    if (about.isDirectory()) return namesIn(join(root, path)).forEach((name) => read(`${path}/${name}`));
    // Folders are excluded: each build inside changes their time.
    changedAt = Math.max(changedAt, about.ctimeMs);
    add(path, readFileSync(join(root, path)));
  };
  inputs.forEach(read);
  return { inputs, hash: hash.digest('hex'), changedAt };
}

/** @param {string | Uint8Array} bytes @returns {string} SRI hash: `sha256-…` */
export const computeIntegrity = (bytes) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

/**
 * Reads the listed files of a build and ignores others.
 *
 * @param {string} dist absolute path of the folder
 * @returns {{ inputs: string[], sources: string, files: { path: string, bytes: Buffer, integrity: string }[] }} `sources` is a hash
 * @throws {Error} if the list or a file is missing or changed: a clause with its path
 */
export function readBuilt(dist) {
  const read = (path) => {
    try {
      return readFileSync(join(dist, path));
    } catch {
      throw new Error(`${path} is missing`);
    }
  };
  const { inputs, sources, files } = parsed(read(CHECKSUMS));
  const built = Object.entries(files).map(([path, integrity]) => ({ path, bytes: read(path), integrity }));
  const changed = built.find(({ bytes, integrity }) => computeIntegrity(bytes) !== integrity);
  if (changed) throw new Error(`${changed.path} is not as it was built`);
  return { inputs, sources, files: built };
}

function parsed(text) {
  try {
    return JSON.parse(String(text));
  } catch {
    throw new Error(`${CHECKSUMS} is cut short`);
  }
}

/** Returns whether a folder has a complete build of the current sources. @param {string} root @param {string} dist absolute paths */
export function isUpToDate(root, dist) {
  try {
    const { inputs, sources } = readBuilt(dist);
    return readSources(root, inputs).hash === sources;
  } catch {
    return false; // incomplete, or an input was removed
  }
}
