import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.mjs';
import { ROOT } from './root.mjs';

/** @param {string} version @param {string} minimum such as `20.19` */
export function isAtLeast(version, minimum) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = minimum.split('.').map(Number);
  return major > minMajor || (major === minMajor && minor >= minMinor);
}

/** @param {string} [version] default the running Node @throws StartError if it is older than `engines` of package.json requires */
export function requireNode(version = process.version) {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const minimum = engines.node.replace(/^>=/, '');
  if (!isAtLeast(version, minimum)) {
    throw new StartError(
      `Solvent needs Node ${minimum} or newer, and this is ${version}: install a newer one from https://nodejs.org and try again.`,
    );
  }
}
