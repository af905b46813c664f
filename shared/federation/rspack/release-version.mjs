import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Shared packages that no page can import (.dependency-cruiser.mjs, `stores-stay-on-servers`). */
const OF_SERVERS = ['object-store', 'releases'];

/**
 * What a build of the shell or of a remote is made of: its own folder, all shared packages that pages may import, whether it
 * does or not, and what is installed. Turbo's inputs (turbo.json) are these and more: what it builds in vain is the same again.
 *
 * @param {string} packageFolder absolute path
 * @param {string} rootFolder absolute path of the workspace
 * @returns {string[]} paths in the workspace
 */
export function inputsOf(packageFolder, rootFolder) {
  const entries = readdirSync(join(rootFolder, 'shared'), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name)).map(({ name }) => name);
  const shared = folders.filter((name) => !OF_SERVERS.includes(name)).toSorted();
  return [relative(rootFolder, packageFolder), ...shared.map((name) => `shared/${name}`), 'pnpm-lock.yaml'];
}

/**
 * The version that a build is released under: the package's own, and a hash of all that it is made of, such as
 * `1.0.0-3f9a12bc`. Other sources are another version, so a published version never has other bytes.
 *
 * @param {string} packageFolder absolute path
 * @param {import('./checksums.mjs').Sources} sources what it is made of
 * @returns {string}
 */
export function releaseVersion(packageFolder, sources) {
  const given = process.env.RELEASE_VERSION;
  if (given) return given;
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return `${version}-${sources.hash.slice(0, 8)}`;
}
