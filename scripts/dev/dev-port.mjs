import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StartError } from '../setup/start-error.mjs';

/**
 * The port of a package's dev server. Reads its rspack.config.mjs as text, because packages may not be installed.
 *
 * @param {string} folder of the shell or of a remote @returns {number}
 */
export function getDevPort(folder) {
  const [, port] = /port: (\d+)/.exec(readFileSync(join(folder, 'rspack.config.mjs'), 'utf8')) ?? [];
  if (port === undefined)
    throw new StartError(
      `${basename(folder)}/rspack.config.mjs has no port, such as "port: 3005": add the one of its dev server.`,
    );
  return Number(port);
}
