import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What a build is not made of; `.turbo` holds the build's own log, which grows while it runs. */
const SKIPPED = /^(\..*|node_modules|dist|coverage|README\.md|.+\.test\.[a-z]+)$/;

/** @param {string} folder @returns {string[]} absolute paths, sorted */
function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !SKIPPED.test(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)]))
    .toSorted();
}

/**
 * The version that a build is released under: the package's own, and a hash of all that it is made of, such as
 * `1.0.0-3f9a12bc`. Other sources are another version, so a published version never has other bytes, and its
 * run-time names (chunks, globals) never mix with those of its siblings.
 *
 * @param {string} packageFolder absolute path
 * @param {string} rootFolder absolute path of the workspace
 * @returns {string}
 */
export function releaseVersion(packageFolder, rootFolder) {
  const given = process.env.RELEASE_VERSION;
  if (given) return given;
  const hash = createHash('sha256');
  for (const file of [
    ...filesUnder(packageFolder),
    ...filesUnder(join(rootFolder, 'shared')),
    join(rootFolder, 'pnpm-lock.yaml'),
  ]) {
    hash.update(relative(rootFolder, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return `${version}-${hash.digest('hex').slice(0, 8)}`;
}
