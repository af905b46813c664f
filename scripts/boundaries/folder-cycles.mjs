export const FOLDER_CYCLE_COMMENT = 'Folders beside each other must not lead to each other: pass it in, or move what both need.';

/** A folder of a package of the front end, with all that lies in it: `shell/src/frame`. */
const FOLDER = /^((?:shell|mf-[^/]+|shared\/[^/]+)\/src\/[^/]+)\//;
const TEST = /\.test\.tsx?$|\/testing\/|\/test-[^/]+$/;

const folderOf = (path) => (TEST.test(path) ? undefined : FOLDER.exec(path)?.[1]);

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
 * Folders beside each other that lead to each other, types and code that comes late included: neither can be read, moved or tested
 * without the other.
 *
 * @param {{ source: string, dependencies: { module: string, resolved: string }[] }[]} modules as dependency-cruiser reads them
 * @returns {{ source: string, request: string, resolved: string }[]} the imports that close a circle: the importing file, the import
 *   as it is written, and the imported file
 */
export function folderCycles(modules) {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .map(({ module, resolved }) => ({ source, request: module, resolved, from: folderOf(source), to: folderOf(resolved) }))
      .filter(({ from, to }) => from !== undefined && to !== undefined && from !== to),
  );
  const leads = new Map();
  for (const { from, to } of imports) leads.set(from, (leads.get(from) ?? new Set()).add(to));
  return imports
    .filter(({ from, to }) => reachedFrom(to, leads).has(from))
    .map(({ source, request, resolved }) => ({ source, request, resolved }));
}
