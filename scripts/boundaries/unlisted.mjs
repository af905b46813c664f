import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';

const TEST = /\.(?:test|spec)\.[a-z]+$|\/testing\/|\/test-[^/]+$|\.config\.mjs$/;
const BUILT_IN = new Set(builtinModules);
/** Matches `/// <reference types="node" />`, whose package has another name (@types/node). */
const TYPE_REFERENCE = /^triple-slash/;

/** @returns {string | undefined} `@solvent/ui` for `@solvent/ui/overlays`; undefined for files and built-in modules of Node */
function getPackageName(request) {
  if (/^(?:\.|\/|[a-z]+:)/.test(request)) return undefined;
  const [first, second] = request.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  return BUILT_IN.has(name) ? undefined : name;
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** @returns {(folder: string) => { folder: string, name: string, listed: Set<string> } | undefined} finds the package of a folder */
function createPackageFinder(root) {
  const known = new Map();
  return function find(folder) {
    if (folder === '.' || folder === '') return undefined;
    if (!known.has(folder)) {
      const file = join(root, folder, 'package.json');
      known.set(folder, existsSync(file) ? { folder, ...readDependencies(readJson(file)) } : find(dirname(folder)));
    }
    return known.get(folder);
  };
}

const readDependencies = ({ name, dependencies, devDependencies, peerDependencies, optionalDependencies }) => ({
  name,
  listed: new Set([name, ...Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies })]),
});

/**
 * Finds imports of packages that the importing package does not list. Such an import works only if another package
 * installs its target. Tests may use the packages that the workspace itself lists.
 *
 * @param {{ source: string, dependencies: { module: string }[] }[]} modules from dependency-cruiser
 * @param {string} root folder of the workspace
 * @returns {{ from: string, request: string, library: string, folder: string, name: string }[]} the importing file, the import,
 *   its package, and the folder and name of the package that must list it
 */
export function findUnlistedImports(modules, root) {
  const find = createPackageFinder(root);
  const { listed: forTests } = readDependencies(readJson(join(root, 'package.json')));
  return modules.flatMap(({ source, dependencies }) => {
    const owner = source.includes('node_modules/') ? undefined : find(dirname(source));
    if (!owner) return [];
    const isListed = (library) => owner.listed.has(library) || (TEST.test(source) && forTests.has(library));
    const imports = dependencies.filter(({ dependencyTypes = [] }) => !dependencyTypes.some((type) => TYPE_REFERENCE.test(type)));
    const requests = [...new Set(imports.map(({ module }) => module))];
    return requests.flatMap((request) => {
      const library = getPackageName(request);
      if (library === undefined || isListed(library)) return [];
      return [{ from: source, request, library, folder: owner.folder, name: owner.name }];
    });
  });
}
