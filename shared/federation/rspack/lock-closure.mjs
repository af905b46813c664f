import { createRequire } from 'node:module';
import { posix } from 'node:path';

const require = createRequire(import.meta.url);

/** The last lockfile that was parsed: a process reads the same one for each of its builds. */
let last = { text: '', lock: undefined };

function parseLock(text) {
  // Not imported above: the set-up loads this file before any package is installed.
  if (last.text !== text) last = { text, lock: require('yaml').parse(text, { uniqueKeys: false }) };
  return last.lock;
}

/** Keys of `snapshots` for a section of dependencies: `{ react: '19.3.1' }` is `react@19.3.1`; an alias has its own name in the version. */
const keysOf = (dependencies, snapshots) =>
  Object.entries(dependencies ?? {}).flatMap(([name, { version = '' }]) => keyOf(name, version, snapshots) ?? []);

const keyOf = (name, version, snapshots) => [`${name}@${version}`, version].find((key) => key in snapshots);

/** Packages of the workspace that a section links to, as paths in it. */
const linksOf = (dependencies, importer) =>
  Object.values(dependencies ?? {})
    .filter(({ version }) => version.startsWith('link:'))
    .map(({ version }) => posix.join(importer, version.slice('link:'.length)));

/**
 * What the lockfile says of a package of the workspace: every installed package that it can reach, by itself or through the workspace's
 * packages that it depends on. The workspace's packages among `devDependencies` are for tests and do not count.
 *
 * @param {string} text of pnpm-lock.yaml
 * @param {string} importer path of the package in the workspace, such as `mf-toolbox`
 * @returns {string} the same text for the same packages, whatever else the lockfile holds
 * @throws {Error} where the lockfile has no such package
 */
export function lockClosure(text, importer) {
  const { importers, packages, snapshots } = parseLock(text);
  const own = importers[importer];
  if (!own) throw new Error(`pnpm-lock.yaml has no ${importer}: run "npx pnpm install".`);
  /** @type {Set<string>} */
  const reached = new Set(keysOf({ ...own.devDependencies }, snapshots));
  const linked = new Set([importer]);
  for (const path of linked) {
    const { dependencies, optionalDependencies } = importers[path] ?? {};
    for (const key of keysOf({ ...dependencies, ...optionalDependencies }, snapshots)) reached.add(key);
    for (const link of linksOf(dependencies, path)) linked.add(link);
  }
  for (const key of reached) {
    const { dependencies, optionalDependencies } = snapshots[key];
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      const next = keyOf(name, version, snapshots);
      if (next) reached.add(next);
    }
  }
  const lines = [...reached].toSorted().map((key) => {
    const { resolution } = packages[key.replace(/\(.*$/, '')] ?? {};
    return JSON.stringify([key, resolution, snapshots[key]]);
  });
  return lines.join('\n');
}
