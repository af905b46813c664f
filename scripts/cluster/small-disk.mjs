import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from '../setup/run-step.mjs';

/** Sizes of writes that fill a disk to its last byte, the largest first (bytes). */
const WRITE_SIZES = [1024 ** 2, 4096, 1];

/** Runs a program as root, with sudo if necessary; sudo must not require a password. @param {string[]} command */
const runAsRoot = (command) => runStep([...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), ...command]);

/**
 * A separate disk, small enough to fill.
 *
 * @typedef {object} SmallDisk
 * @property {string} folder
 * @property {() => void} fill writes until the disk is full
 * @property {() => void} free deletes what `fill` wrote
 * @property {() => Promise<void>} remove deletes the disk and its files
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
  if ((await runAsRoot(['mount', ...options])).code !== 0) return undefined;
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      for (const size of WRITE_SIZES) writeUntilFull(file, Buffer.alloc(size));
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

/** Removes a disk, even while a process has an open file on it. @param {string} folder */
export async function removeDisk(folder) {
  await runAsRoot(['umount', '--lazy', folder]);
}
