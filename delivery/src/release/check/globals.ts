import { STORAGE_KEYS } from '@solvent/contracts';
import type { BuiltFile } from '@solvent/federation/checksums';
import type { Release } from '@solvent/federation/manifest';
import type { Build } from '../read-build.ts';
import type { Finding } from './finding.ts';
import { readScript } from './read-script.ts';
import type { ScriptUse } from './read-script.ts';

interface FileUse extends ScriptUse {
  path: string;
}

/** Code of the bundler's runtime that is in every entry. It finds the global object in old browsers. */
const BUNDLERS_GLOBAL = /\bFunction\("return this"\)/g;

/**
 * Rule 5: no script evaluates text as code, or uses a storage key of another owner.
 * @param live the live versions, whose remotes own their keys
 */
export function checkGlobals(build: Build, live: readonly Release[]): Finding[] {
  const title = `${build.name}@${build.version}`;
  const uses = readScriptUses(build);
  const forbidden = uses.flatMap(({ path, forbidden: found }) =>
    found.map(
      (what) =>
        `${title} uses ${what} in ${path}${describeLibraries(build, path)}, which no page may do (the content policy refuses it, or it deletes data of other packages): remove it, or use another library.`,
    ),
  );
  const others = listRemoteKeys(live.filter(({ name }) => name !== build.name));
  const foreign = uses.flatMap(({ path, keys, storeKeys }) =>
    [...findForeignKeys(keys, [...SHELL_KEYS, ...others]), ...findForeignKeys(storeKeys, [...STORE_ONLY, ...others])].map(
      ({ key, owned }) =>
        `${title} uses the storage key "${key}" in ${path}, and "${owned.key}" belongs to ${owned.owner}: ${owned.advice}.`,
    ),
  );
  return [...new Set([...forbidden, ...foreign])].map((message) => ({ rule: 'global', message }));
}

/** Describes the libraries in a script that evaluate text as code, because names of chunks do not identify them. */
function describeLibraries({ build }: Build, path: string): string {
  const names = (build.libraries?.[path] ?? []).filter(({ evaluates }) => evaluates).map(({ name }) => name);
  return names.length > 0 ? `, by ${names.join(', ')}` : '';
}

/** Lists the storage keys in the scripts of a remote. Its release stores them, which makes it their owner. */
export const findStorageKeys = (build: Build): string[] => {
  const used = readScriptUses(build).flatMap(({ keys, storeKeys }) => [...keys, ...storeKeys]);
  // Packages share these keys through @solvent/store, so no remote owns them.
  return [...new Set(used)].filter((key) => !SHELL_KEYS.some((shared) => shared.key === key)).toSorted();
};

function readScriptUses(build: Build): FileUse[] {
  if (!build.remote) return [];
  return build.files
    .filter(({ path }) => path.endsWith('.js'))
    .map((file) => ({ path: file.path, ...readScript(stripBundlerGlobal(file, build.build.entry)) }));
}

function stripBundlerGlobal({ path, bytes }: BuiltFile, entry: string): string {
  if (path !== entry) return String(bytes);
  return String(bytes).replace(BUNDLERS_GLOBAL, 'null');
}

interface OwnedKey {
  key: string;
  owner: string;
  advice: string;
}

const SHELL_KEYS: OwnedKey[] = Object.values(STORAGE_KEYS).map((key) => ({
  key,
  owner: 'the shell',
  advice: 'take it from @solvent/store',
}));

/** Keys that only the functions of @solvent/store may read and write. */
const STORE_ONLY = SHELL_KEYS.filter(({ key }) => key === STORAGE_KEYS.user || key === STORAGE_KEYS.theme);

const listRemoteKeys = (others: readonly Release[]): OwnedKey[] =>
  others.flatMap(({ name, version, storage = [] }) =>
    storage.map((key) => ({
      key,
      owner: `${name}@${version}, which is live`,
      advice: `keep what is yours under a key of your own, such as "solvent.<remote>.<what>"`,
    })),
  );

const findForeignKeys = (keys: readonly string[], owners: readonly OwnedKey[]) =>
  keys.flatMap((key) => {
    const owned = owners.find((owner) => doKeysOverlap(owner.key, key));
    return owned ? [{ key, owned }] : [];
  });

/** Returns whether two keys overlap. `solvent.draft.*` matches all keys with this beginning. */
function doKeysOverlap(one: string, other: string): boolean {
  const [first, second] = [one, other].map((key) => (key.endsWith('*') ? key.slice(0, -1) : undefined));
  if (first !== undefined && second !== undefined) return first.startsWith(second) || second.startsWith(first);
  if (first !== undefined) return other.startsWith(first);
  return second !== undefined ? one.startsWith(second) : one === other;
}
