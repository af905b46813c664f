export const FOLDER_CYCLE_COMMENT = 'Folders beside each other must not lead to each other: pass it in, or move what both need.';

/** A folder of a front-end package, or a feature of the API, with its subfolders: `shell/src/frame`. */
const FOLDER = /^((?:(?:shell|mf-[^/]+|shared\/[^/]+)\/src|api\/src\/features)\/[^/]+)\//;
const TEST = /\.test\.tsx?$|\/testing\/|\/test-[^/]+$/;

const getFolder = (path) => (TEST.test(path) ? undefined : FOLDER.exec(path)?.[1]);

/** @param {Map<string, Set<string>>} leads @returns {Set<string>} the folders that one leads to, directly or not */
function reachedFrom(folder, leads, reached = new Set()) {
  for (const next of leads.get(folder) ?? []) {
    if (reached.has(next)) continue;
    reached.add(next);
    reachedFrom(next, leads, reached);
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
export function folderCycles(modules) {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .map(({ module, resolved }) => ({ source, request: module, resolved, from: getFolder(source), to: getFolder(resolved) }))
      .filter(({ from, to }) => from !== undefined && to !== undefined && from !== to),
  );
  const leads = new Map();
  for (const { from, to } of imports) leads.set(from, (leads.get(from) ?? new Set()).add(to));
  return imports
    .filter(({ from, to }) => reachedFrom(to, leads).has(from))
    .map(({ source, request, resolved }) => ({ source, request, resolved }));
}
