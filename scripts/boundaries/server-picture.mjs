const FEATURE = /^api\/src\/features\/([^/]+)\//;
const TEST = /\.test\.ts$|\/testing\//;

const getFeature = (path) => (TEST.test(path) ? undefined : FEATURE.exec(path)?.[1]);

/**
 * Compares the arrows of the server's picture with the imports between features, types included.
 *
 * @param {string} page docs/architecture.md, with one mermaid flowchart of lines such as `files --> accounts`
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules of dependency-cruiser
 * @returns {string[]} arrows that are missing in the picture, and arrows without an import
 */
export function comparePicture(page, modules) {
  const chart = /```mermaid\n(flowchart[^`]*)```/.exec(page)?.[1] ?? '';
  const shown = new Set([...chart.matchAll(/^ *(\w+) --> (\w+)$/gm)].map(([, from, to]) => `${from} --> ${to}`));
  const imported = new Set(
    modules.flatMap(({ source, dependencies }) => {
      const from = getFeature(source);
      const targets = from === undefined ? [] : dependencies.map(({ resolved }) => getFeature(resolved));
      return targets.filter((to) => to !== undefined && to !== from).map((to) => `${from} --> ${to}`);
    }),
  );
  return [
    ...[...imported].filter((arrow) => !shown.has(arrow)).map((arrow) => `add "${arrow}"`),
    ...[...shown].filter((arrow) => !imported.has(arrow)).map((arrow) => `remove "${arrow}"`),
  ].toSorted();
}
