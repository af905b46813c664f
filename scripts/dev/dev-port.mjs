import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StartError } from '../setup/start-error.mjs';

/**
 * Reads the port of a package's dev server. Reads rspack.config.mjs as text, because importing it requires installed packages.
 *
 * @param {string} folder path of the shell or of a remote @returns {number}
 */
export function getDevPort(folder) {
  const [, port] = /port: (\d+)/.exec(readFileSync(join(folder, 'rspack.config.mjs'), 'utf8')) ?? [];
  if (port === undefined)
    throw new StartError(`${basename(folder)}/rspack.config.mjs has no port: add that of its dev server, such as "port: 3005".`);
  return Number(port);
}
