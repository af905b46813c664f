import type { RemoteJson } from '@solvent/federation/manifest';
import type { Build } from '../read-build.ts';
import { exposedModule } from './exposed-module.ts';
import type { Finding } from './finding.ts';
import { findServerBundleProblems } from './server-bundle.ts';

/** Rule 3: the default export of the exposed module has the shape of `Remote` and provides what `remote.json` declares. */
export async function checkShape(build: Build): Promise<Finding[]> {
  const { remote, name, version } = build;
  if (!remote) return [];
  const faults = [...(await loadFaults(build, remote)), ...findServerBundleProblems(build)];
  return faults.map((fault) => ({ rule: 'shape', message: `${name}@${version}: ${fault}` }));
}

async function loadFaults(build: Build, description: RemoteJson): Promise<string[]> {
  try {
    const exported = await exposedModule(build);
    if (!isRecord(exported) || !isRecord(exported['pages']))
      return [`"./remote" must export by default { pages: {...} }, the type Remote of @solvent/federation.`];
    return loaderFaults(exported, description);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      `its exposed module does not load: ${reason}. Let it do nothing but export how to load its pages, slots and searches.`,
    ];
  }
}

/** Kinds of loaders that a remote exports by name, and where `remote.json` lists these names. */
const KINDS = {
  pages: { one: 'page', namesIn: ({ paths }: RemoteJson) => paths.map(({ page }) => page) },
  slots: { one: 'slot', namesIn: ({ slots }: RemoteJson) => slots },
  searches: { one: 'search', namesIn: ({ searches }: RemoteJson) => searches.map(({ name }) => name) },
};

function loaderFaults(exported: Record<string, unknown>, description: RemoteJson): string[] {
  return Object.entries(KINDS).flatMap(([field, { one, namesIn }]) => {
    const loaders = exported[field] ?? {};
    if (!isRecord(loaders)) return [`"${field}" of the exposed module must be loaders by their names, or absent.`];
    const named = [...new Set(namesIn(description))];
    const missing = named.filter((name) => typeof loaders[name] !== 'function');
    const unknown = Object.keys(loaders).filter((name) => !named.includes(name));
    return [
      ...missing.map(
        (name) =>
          `remote.json names the ${one} ${name}, and the exposed module has no loader of it in "${field}": add it, or take it out of remote.json.`,
      ),
      ...unknown.map(
        (name) =>
          `the exposed module has the ${one} ${name} in "${field}", which remote.json does not name: add it there, or nobody gets to it.`,
      ),
    ];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
