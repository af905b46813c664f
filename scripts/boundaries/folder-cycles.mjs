export const FOLDER_CYCLE_COMMENT = 'Folders beside each other must not lead to each other: pass it in, or move what both need.';

/** A folder of a front-end package, or a feature of the API, with its subfolders: `shell/src/frame`. */
const FOLDER = /^((?:(?:shell|mf-[^/]+|shared\/[^/]+)\/src|api\/src\/features)\/[^/]+)\//;
const TEST = /\.test\.tsx?$|\/testing\/|\/test-[^/]+$/;

const getFolder = (path) => (TEST.test(path) ? undefined : FOLDER.exec(path)?.[1]);

/**
 * @param {Map<string, Set<string>>} importedFolders the folders that each folder imports
 * @returns {Set<string>} the folders that a folder imports, directly or not
 */
function findReachableFolders(folder, importedFolders, reached = new Set()) {
  for (const next of importedFolders.get(folder) ?? []) {
    if (reached.has(next)) continue;
    reached.add(next);
    findReachableFolders(next, importedFolders, reached);
  }
  return reached;
}

/**
 * Finds sibling folders that import each other, directly or not. Types and late imports count.
 *
 * @param {{ source: string, dependencies: { module: string, resolved: string }[] }[]} modules of dependency-cruiser
 * @returns {{ source: string, request: string, resolved: string }[]} the imports that close a cycle: the importing file, the
 * import as it is written, and the imported file
 */
export function findFolderCycles(modules) {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .map(({ module, resolved }) => ({ source, request: module, resolved, from: getFolder(source), to: getFolder(resolved) }))
      .filter(({ from, to }) => from !== undefined && to !== undefined && from !== to),
  );
  const importedFolders = new Map();
  for (const { from, to } of imports) importedFolders.set(from, (importedFolders.get(from) ?? new Set()).add(to));
  return imports
    .filter(({ from, to }) => findReachableFolders(to, importedFolders).has(from))
    .map(({ source, request, resolved }) => ({ source, request, resolved }));
}
