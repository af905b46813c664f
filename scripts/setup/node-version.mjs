import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.mjs';
import { ROOT } from './root.mjs';

/** @param {string} version @param {string} least such as `20.19` */
export function isAtLeast(version, least) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** Refuses a Node older than package.json's `engines` says. @param {string} [version] the running one */
export function requireNode(version = process.version) {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const least = engines.node.replace(/^>=/, '');
  if (!isAtLeast(version, least)) {
    throw new StartError(
      `Solvent needs Node ${least} or newer, and this is ${version}: install a newer one from https://nodejs.org and try again.`,
    );
  }
}
