import { createRequire } from 'node:module';
import { posix } from 'node:path';

const require = createRequire(import.meta.url);

/** Caches the parsed lockfile, which all builds of a process share. */
let last = { text: '', lock: undefined };

function parseLock(text) {
  // Imported late: the setup loads this file before packages are installed.
  if (last.text !== text) last = { text, lock: require('yaml').parse(text, { uniqueKeys: false }) };
  return last.lock;
}

/** The version of an alias is already a key. */
const listSnapshotKeys = (dependencies, snapshots) =>
  Object.entries(dependencies ?? {}).flatMap(([name, { version = '' }]) => findSnapshotKey(name, version, snapshots) ?? []);

const findSnapshotKey = (name, version, snapshots) => [`${name}@${version}`, version].find((key) => key in snapshots);

const listLinkedPackages = (dependencies, importer) =>
  Object.values(dependencies ?? {})
    .filter(({ version }) => version.startsWith('link:'))
    .map(({ version }) => posix.join(importer, version.slice('link:'.length)));

/**
 * Returns a package's lockfile section with all dependencies. Skips workspace packages among `devDependencies` (tests).
 *
 * @param {string} text of pnpm-lock.yaml @param {string} importer such as `mf-toolbox`
 * @returns {string} independent of other packages
 * @throws {Error} if the lockfile has no such package
 */
export function lockClosure(text, importer) {
  const { importers, packages, snapshots } = parseLock(text);
  const own = importers[importer];
  if (!own) throw new Error(`pnpm-lock.yaml has no ${importer}: run "npx pnpm install".`);
  /** @type {Set<string>} */
  const reached = new Set(listSnapshotKeys({ ...own.devDependencies }, snapshots));
  const linked = new Set([importer]);
  for (const path of linked) {
    const { dependencies, optionalDependencies } = importers[path] ?? {};
    for (const key of listSnapshotKeys({ ...dependencies, ...optionalDependencies }, snapshots)) reached.add(key);
    for (const link of listLinkedPackages(dependencies, path)) linked.add(link);
  }
  for (const key of reached) {
    const { dependencies, optionalDependencies } = snapshots[key];
    for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      const next = findSnapshotKey(name, version, snapshots);
      if (next) reached.add(next);
    }
  }
  const lines = [...reached].toSorted().map((key) => {
    const { resolution } = packages[key.replace(/\(.*$/, '')] ?? {};
    return JSON.stringify([key, resolution, snapshots[key]]);
  });
  return lines.join('\n');
}
