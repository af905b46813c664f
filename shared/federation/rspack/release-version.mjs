import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { SINGLETONS } from './singletons.mjs';

const SHARED = /^@solvent\/([a-z-]+)/;

/** Every build contains the versions of these packages (singleton-versions.mjs). */
const SINGLETON_PACKAGES = [...new Set(SINGLETONS.flatMap((name) => SHARED.exec(name)?.[1] ?? []))];

/** Test fixtures have no package.json of their own. */
function findPackage(folder, root) {
  let path = folder;
  while (path !== '.' && !existsSync(join(root, path, 'package.json'))) path = dirname(path);
  return path;
}

/** @returns {string[]} direct and transitive dependencies such as `shared/contracts`, sorted */
function sharedBy(folder, root) {
  /** @type {Set<string>} */
  const found = new Set();
  const follow = (path) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      const shared = SHARED.exec(name) && `shared/${SHARED.exec(name)[1]}`;
      if (!shared || found.has(shared)) continue;
      found.add(shared);
      follow(shared);
    }
  };
  follow(folder);
  return [...found].toSorted();
}

/**
 * Lists a build's inputs: its folder, shared packages and their installed dependencies. Turbo's inputs are a superset.
 *
 * @param {string} packageFolder absolute path @param {string} rootFolder absolute path of the workspace
 * @returns {string[]} paths in the workspace
 */
export function listInputs(packageFolder, rootFolder) {
  const own = relative(rootFolder, packageFolder).split(sep).join('/');
  const owner = findPackage(own, rootFolder);
  const shared = sharedBy(owner, rootFolder);
  const read = SINGLETON_PACKAGES.map((name) => `shared/${name}/package.json`);
  const others = read.filter(
    (path) => existsSync(join(rootFolder, path)) && !shared.some((folder) => path.startsWith(`${folder}/`)),
  );
  return [own, ...shared, ...others.toSorted(), `pnpm-lock.yaml#${owner}`];
}

/**
 * Returns the package version with a hash of the sources, such as `1.0.0-3f9a12bc`: a published version never has other bytes.
 *
 * @param {string} packageFolder absolute path @param {import('./checksums.mjs').Sources} sources @returns {string}
 */
export function releaseVersion(packageFolder, sources) {
  const given = process.env.RELEASE_VERSION;
  if (given) return given;
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return `${version}-${sources.hash.slice(0, 8)}`;
}
