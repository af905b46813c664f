import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from '../setup/run-step.mjs';

/** It is written to its last byte by such pieces, then by smaller ones. */
const PIECES = [1024 ** 2, 4096, 1];

/** Runs a program as the administrator: as root, or by sudo without a password. @param {string[]} command */
const asRoot = (command) => runStep([...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), ...command]);

/**
 * A disk of its own, so small that it can be full.
 *
 * @typedef {object} SmallDisk
 * @property {string} folder
 * @property {() => void} fill Nothing more can be written to it.
 * @property {() => void} free
 * @property {() => Promise<void>} remove with all that is on it
 */

/**
 * Creates a disk in memory.
 *
 * @param {string} folder to create
 * @param {number} megabytes
 * @returns {Promise<SmallDisk | undefined>} undefined if this machine does not allow it
 */
export async function makeSmallDisk(folder, megabytes) {
  mkdirSync(folder);
  const owner = `uid=${process.getuid?.() ?? 0},gid=${process.getgid?.() ?? 0}`;
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755,${owner}`, 'tmpfs', folder];
  if ((await asRoot(['mount', ...options])).code !== 0) return undefined;
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      for (const size of PIECES) writeUntilFull(file, Buffer.alloc(size));
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => removeDisk(folder),
  };
}

/** @param {number} file @param {Buffer} piece */
function writeUntilFull(file, piece) {
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOSPC') throw error;
  }
}

/** Removes a disk, even if a process still has an open file on it. @param {string} folder */
export async function removeDisk(folder) {
  await asRoot(['umount', '--lazy', folder]);
}
