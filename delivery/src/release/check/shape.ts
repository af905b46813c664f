import type { RemoteJson } from '@solvent/federation/manifest';
import type { Build } from '../read-build.ts';
import { exposedModule } from './exposed-module.ts';
import type { Finding } from './finding.ts';

/** Rule 3: the exposed module's default export has the shape of `Remote`, and gives what `remote.json` says. */
export async function shapeFindings(build: Build): Promise<Finding[]> {
  const { remote, name, version } = build;
  if (!remote) return [];
  const faults = await loadFaults(build, remote);
  return faults.map((fault) => ({ rule: 'shape', message: `${name}@${version}: ${fault}` }));
}

async function loadFaults(build: Build, description: RemoteJson): Promise<string[]> {
  try {
    const exported = await exposedModule(build);
    if (!isRecord(exported) || !Array.isArray(exported['routes']) || !isRecord(exported['slots']))
      return [`"./remote" must export by default { routes: [...], slots: {...} }, the type Remote of @solvent/federation.`];
    return [...routeFaults(exported['routes'], description), ...slotFaults(exported['slots'], description)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [`its exposed module does not load: ${reason}. Let it do nothing but export its routes and slots.`];
  }
}

function routeFaults(routes: unknown[], { paths }: RemoteJson): string[] {
  const owned = paths.map(({ path }) => path);
  const given = routes.map((route) => (isRecord(route) ? route['path'] : undefined));
  const wrong = routes.flatMap((route, index) =>
    isRoute(route) ? [] : [`route ${index + 1} is no { path, title, page }: path and title are texts, page is a function.`],
  );
  const missing = owned.filter((path) => !given.includes(path));
  const unknown = given.filter((path) => typeof path === 'string' && !owned.includes(path));
  return [
    ...wrong,
    ...missing.map(
      (path) => `remote.json owns ${path}, and the exposed module has no route of that path: add it, or take the path out.`,
    ),
    ...unknown.map(
      (path) =>
        `the exposed module has the route ${String(path)}, which remote.json does not own: add it there, or nobody gets to it.`,
    ),
  ];
}

function slotFaults(slots: Record<string, unknown>, { slots: named }: RemoteJson): string[] {
  return named
    .filter((slot) => typeof slots[slot] !== 'function')
    .map(
      (slot) => `remote.json names the slot ${slot}, and the exposed module has no loader of it: add it, or take the slot out.`,
    );
}

const isRoute = (route: unknown) =>
  isRecord(route) &&
  typeof route['path'] === 'string' &&
  typeof route['title'] === 'string' &&
  typeof route['page'] === 'function';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
