import { relative } from 'node:path';
import { dynamicImports } from './dynamic-imports.mjs';
import { SINGLETONS } from './singletons.mjs';

/** Own singletons are compared by names, libraries by semver (decision 0027). */
const isOwn = (name) => name.startsWith('@solvent/');

const WITHOUT_NAMES = new Set(['esm import', 'esm export import']);

/**
 * Returns the names that a remote uses of own singletons, without tree-shaken code.
 *
 * @param {import('@rspack/core').Compilation} compilation after optimization of modules and before concatenation
 * @param {(singleton: string) => ReadonlySet<string> | undefined} [listExports] exports by the sources
 * @returns {Record<string, string[]>} by singleton; sorted
 * @throws {Error} if names are unknown or not exported
 */
export function usedNames(compilation, listExports = () => undefined) {
  const uses = [...compilation.modules].flatMap(findUses(compilation));
  const unknown = uses.filter(({ names }) => names === undefined);
  if (unknown.length > 0) throw new Error([...new Set(unknown.map(describeUnknownUse(compilation)))].join('\n'));
  const missing = uses.flatMap(findMissingNames(compilation, listExports));
  if (missing.length > 0) throw new Error([...new Set(missing)].join('\n'));
  const singletons = sorted(uses.map(({ singleton }) => singleton));
  return Object.fromEntries(
    singletons.map((name) => [name, sorted(uses.flatMap(({ singleton, names }) => (singleton === name ? names : [])))]),
  );
}

/**
 * Returns the names that the shell exports of own singletons.
 *
 * @param {import('@rspack/core').Compilation} compilation @param {Record<string, string>} files by singleton
 * @returns {Record<string, string[]>} by singleton; sorted
 * @throws {Error} if one is not in the build or its exports are unknown
 */
export function exportedNames({ modules, moduleGraph }, files) {
  const byFile = new Map([...modules].map((module) => [module.resource, module]));
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => {
      const module = byFile.get(file);
      const names = module && moduleGraph.getProvidedExports(module);
      if (Array.isArray(names)) return [name, sorted(names)];
      throw new Error(
        `The exports of ${name} are unknown: name each export in ${file}, without "export *" of a CommonJS library.`,
      );
    }),
  );
}

/** @param {string[]} names */
const sorted = (names) => [...new Set(names)].toSorted();

/** @param {import('@rspack/core').Module} module @returns {string[]} at most one */
export function getConsumedSingletons(module) {
  if (module.type !== 'consume-shared-module') return [];
  const singleton = SINGLETONS.find((name) => module.identifier().includes(` ${name}@`));
  if (!singleton) throw new Error(`"${module.identifier()}" is none of the singletons of rspack/singletons.mjs.`);
  return [singleton];
}

const findUses =
  ({ moduleGraph }) =>
  (module) => {
    const singleton = getConsumedSingletons(module).find(isOwn);
    if (!singleton) return [];
    const used = moduleGraph.getIncomingConnections(module).filter((connection) => connection.getActiveState() !== false);
    return used.map((connection) => ({ singleton, file: connection.originModule.resource, names: namesIn(connection, used) }));
  };

function namesIn({ dependency: { type, ids, request }, originModule }, all) {
  if (WITHOUT_NAMES.has(type)) return [];
  if (type !== 'import()') return ids?.length > 0 ? [ids[0]] : undefined;
  const isBeside = ({ dependency, originModule: { resource } }) => dependency.type === type && resource === originModule.resource;
  const taken = dynamicImports(String(originModule.originalSource().source()), request);
  return taken.includes(undefined) || taken.length < all.filter(isBeside).length ? undefined : taken.flat();
}

const describeUnknownUse =
  ({ compiler }) =>
  ({ singleton, file }) =>
    `${relative(compiler.context, file)} imports all of ${singleton}, so the names that it uses are unknown: import them by name, ` +
    `as in import { Button } from '${singleton}' or import('${singleton}').then(({ Button }) => …).`;

/** Missing names would be undefined in the page. */
const findMissingNames =
  ({ compiler }, listExports) =>
  ({ singleton, file, names }) => {
    const exported = listExports(singleton);
    const missing = exported ? names.filter((name) => !exported.has(name)) : [];
    return missing.map(
      (name) =>
        `${relative(compiler.context, file)} imports ${name} from ${singleton}, and ${singleton} has no ${name}: ` +
        'use what it exports, or add it there, and promote a shell that has it first.',
    );
  };
