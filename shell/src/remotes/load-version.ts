import type { PageModule, Remote, RemoteRoute, SlotLoaders, SlotName } from '@solvent/federation';
import { PART_TIMEOUT } from './federation-runtime.ts';
import type { RemoteRuntime } from './federation-runtime.ts';
import type { PartJournal } from './part-journal.ts';
import type { PartVersion } from './part-version.ts';
import { retry } from './retry.ts';

/** What stands in for a remote's page or slot when its code cannot be had. */
interface Fallback {
  /** Milliseconds after which there is no second try, since something stands in. */
  retryFor: number;
  /** Says that a page or slot could not be had. */
  onFailure: (error: unknown) => void;
  /** The remote's next version. @throws when there is none, or it cannot be had either */
  next: () => Promise<Remote>;
}

/** Two tries, then the same part of the next version. @throws what the last try of the first version threw, where none has it */
async function loadWithFallback<Part>(
  load: () => Promise<Part>,
  other: (next: Remote) => (() => Promise<Part>) | undefined,
  fallback: Fallback,
) {
  try {
    return await retry(load, fallback.retryFor);
  } catch (error) {
    fallback.onFailure(error);
    const stood = await fallback.next().then(other, () => undefined);
    if (!stood) throw error;
    return stood();
  }
}

function routeWithFallback(route: RemoteRoute, fallback: Fallback): RemoteRoute {
  const same = (next: Remote) => next.routes.find(({ path }) => path === route.path)?.page;
  return { ...route, page: () => loadWithFallback<PageModule>(route.page, same, fallback) };
}

function slotsWithFallback(slots: SlotLoaders, fallback: Fallback): SlotLoaders {
  const sturdy = Object.entries(slots).map(([name, load]) => [
    name,
    // A slot's name decides its props; TypeScript cannot say so of entries.
    () =>
      loadWithFallback(
        load as () => Promise<unknown>,
        (next) => next.slots[name as SlotName] as () => Promise<unknown>,
        fallback,
      ),
  ]);
  return Object.fromEntries(sturdy) as SlotLoaders;
}

/** A remote whose pages and slots are tried twice, and then taken from its next version. */
const withFallback = ({ routes, slots }: Remote, fallback: Fallback): Remote => ({
  routes: routes.map((route) => routeWithFallback(route, fallback)),
  slots: slotsWithFallback(slots, fallback),
});

/** A version whose code came, and what of it stands in later for parts that do not. */
export interface RunningVersion {
  version: PartVersion;
  remote: Remote;
}

interface Surroundings {
  runtime: RemoteRuntime;
  journal: PartJournal;
  /** A later version took the place of one whose page or slot could not be had. */
  onStandIn: (version: PartVersion) => void;
}

function isRemote(value: unknown): value is Remote {
  return typeof value === 'object' && value !== null && 'routes' in value && Array.isArray(value.routes) && 'slots' in value;
}

async function fetchRemote(runtime: RemoteRuntime, { build, missing }: PartVersion): Promise<Remote> {
  if (missing !== undefined) throw new Error(missing);
  const module = await runtime.fetch(build);
  const remote = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (!isRemote(remote)) throw new TypeError('The exposed module has no default export of the shape of a remote.');
  return remote;
}

async function tryVersion(version: PartVersion, retryFor: number, { runtime, journal }: Surroundings): Promise<Remote> {
  const began = performance.now();
  try {
    const remote = await retry(() => fetchRemote(runtime, version), retryFor);
    journal.addLoad(version, true, performance.now() - began);
    return remote;
  } catch (error) {
    journal.addLoad(version, false, performance.now() - began);
    journal.addError(version, 'load', error);
    throw error;
  }
}

/**
 * Loads the first version that works, each in two tries; one that hangs has one, where another can take its place. Of
 * those after it, pages and slots are taken whose own code cannot be had.
 *
 * @throws what the last version threw
 */
export async function loadFirst(versions: readonly PartVersion[], around: Surroundings): Promise<RunningVersion> {
  const [version, ...others] = versions;
  if (!version) throw new Error('No other version can take its place.');
  const retryFor = others.length > 0 ? PART_TIMEOUT : Infinity;
  try {
    const remote = await tryVersion(version, retryFor, around);
    const fallback = {
      retryFor,
      onFailure: (error: unknown) => around.journal.addError(version, 'load', error),
      async next() {
        const next = await loadFirst(others, around);
        around.onStandIn(next.version);
        return next.remote;
      },
    };
    return { version, remote: withFallback(remote, fallback) };
  } catch (error) {
    if (others.length === 0) throw error;
    return loadFirst(others, around);
  }
}
