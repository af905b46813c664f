import { createRequire } from 'node:module';
import { posix } from 'node:path';

const require = createRequire(import.meta.url);

/** The lockfile that was parsed last: a process reads the same one for each of its builds. */
let last = { text: '', lock: undefined };

function parseLock(text) {
  // Not imported at the top: the setup loads this file before any package is installed.
  if (last.text !== text) last = { text, lock: require('yaml').parse(text, { uniqueKeys: false }) };
  return last.lock;
}

/**
 * Keys of `snapshots` for a section of dependencies: `{ react: '19.3.1' }` is `react@19.3.1`; the version of an alias has its
 * real name.
 */
const listSnapshotKeys = (dependencies, snapshots) =>
  Object.entries(dependencies ?? {}).flatMap(([name, { version = '' }]) => findSnapshotKey(name, version, snapshots) ?? []);

const findSnapshotKey = (name, version, snapshots) => [`${name}@${version}`, version].find((key) => key in snapshots);

/** Paths of the workspace's packages that a section links to. */
const listLinkedPackages = (dependencies, importer) =>
  Object.values(dependencies ?? {})
    .filter(({ version }) => version.startsWith('link:'))
    .map(({ version }) => posix.join(importer, version.slice('link:'.length)));

/**
 * The part of the lockfile about one package of the workspace: every installed package that it depends on, directly or through
 * other packages of the workspace. Workspace packages among `devDependencies` are for tests and do not count.
 *
 * @param {string} text of pnpm-lock.yaml
 * @param {string} importer path of the package in the workspace, such as `mf-toolbox`
 * @returns {string} the same text for the same packages, independent of the rest of the lockfile
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
