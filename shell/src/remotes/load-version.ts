import type { Remote, SlotLoaders } from '@solvent/federation';
import type { RemoteBuild } from '@solvent/federation/manifest';
import { SCRIPT_TIMEOUT } from '@solvent/federation/runtime';
import type { RemoteRuntime } from './federation-runtime.ts';
import type { RemoteJournal } from './remote-journal.ts';
import type { RemoteVersion } from './remote-versions.ts';
import { retry } from './retry.ts';

/** A loaded remote: what it exports, its pages by the paths that its build owns. */
export type LoadedRemote = Required<Remote>;

/** What stands in for a remote's page, slot or search when its code does not load. */
interface Fallback {
  /** Milliseconds after which there is no second try, since something stands in. */
  retryWindowMs: number;
  /** Told when its code could not be loaded. */
  onFailure: (error: unknown) => void;
  /** The remote's next version. @throws when there is none, or its code does not load either */
  next: () => Promise<LoadedRemote>;
}

/** Two tries, then the same of the next version. @throws what the last try of the first version threw, where none has it */
async function loadWithFallback<Loaded>(
  load: () => Promise<Loaded>,
  pick: (next: LoadedRemote) => (() => Promise<Loaded>) | undefined,
  fallback: Fallback,
) {
  try {
    return await retry(load, fallback.retryWindowMs);
  } catch (error) {
    fallback.onFailure(error);
    const loadNext = await fallback.next().then(pick, () => undefined);
    if (!loadNext) throw error;
    return loadNext();
  }
}

type Loaders = Record<string, () => Promise<unknown>>;

/** Loaders by name, each tried twice, and then that of the same name in the next version. */
function loadersWithFallback<Named extends Loaders>(
  loaders: Named,
  fallback: Fallback,
  pick: (next: LoadedRemote) => Loaders,
): Named {
  const entries = Object.entries(loaders).map(([name, load]) => [
    name,
    () => loadWithFallback(load, (next) => pick(next)[name], fallback),
  ]);
  return Object.fromEntries(entries) as Named;
}

/** A remote whose pages, slots and searches are tried twice, and then taken from its next version. */
const withFallback = ({ pages, slots, searches }: LoadedRemote, fallback: Fallback): LoadedRemote => ({
  pages: loadersWithFallback(pages, fallback, (next) => next.pages),
  // A slot's name decides its props; TypeScript cannot say so of entries.
  slots: loadersWithFallback(slots as Loaders, fallback, (next) => next.slots as Loaders) as SlotLoaders,
  searches: loadersWithFallback(searches, fallback, (next) => next.searches),
});

/** A version whose code is loaded; what of it fails to load later comes from the next one. */
export interface RunningVersion {
  version: RemoteVersion;
  remote: LoadedRemote;
}

interface LoadContext {
  runtime: RemoteRuntime;
  journal: RemoteJournal;
  /** A later version took the place of one whose page, slot or search could not be loaded. */
  onFallback: (version: RemoteVersion) => void;
}

function isRemote(value: unknown): value is Remote {
  return (
    typeof value === 'object' && value !== null && 'pages' in value && typeof value.pages === 'object' && value.pages !== null
  );
}

/** The pages of a remote by paths: versions may call one page by two names, and agree in its path. */
const getPagesByPath = ({ pages }: Remote, { paths }: RemoteBuild): LoadedRemote['pages'] =>
  Object.fromEntries(paths.flatMap(({ path, page }) => (pages[page] ? [[path, pages[page]]] : [])));

async function fetchRemote(runtime: RemoteRuntime, { build, missing }: RemoteVersion): Promise<LoadedRemote> {
  if (missing !== undefined) throw new Error(missing);
  const module = await runtime.fetch(build);
  const remote = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (!isRemote(remote)) throw new TypeError('The exposed module has no default export of the shape of a remote.');
  return { slots: {}, searches: {}, ...remote, pages: getPagesByPath(remote, build) };
}

async function tryVersion(
  version: RemoteVersion,
  retryWindowMs: number,
  { runtime, journal }: LoadContext,
): Promise<LoadedRemote> {
  const startedAt = performance.now();
  try {
    const remote = await retry(() => fetchRemote(runtime, version), retryWindowMs);
    journal.addLoad(version, true, performance.now() - startedAt);
    return remote;
  } catch (error) {
    journal.addLoad(version, false, performance.now() - startedAt);
    journal.addError(version, 'load', error);
    throw error;
  }
}

/**
 * Loads the first version that works, each in two tries; one that hangs has one, where another can take its place. Of
 * those after it, pages, slots and searches are taken whose own code could not be loaded.
 *
 * @throws what the last version threw
 */
export async function loadFirstWorkingVersion(versions: readonly RemoteVersion[], context: LoadContext): Promise<RunningVersion> {
  const [version, ...others] = versions;
  if (!version) throw new Error('No other version can take its place.');
  const retryWindowMs = others.length > 0 ? SCRIPT_TIMEOUT : Infinity;
  try {
    const remote = await tryVersion(version, retryWindowMs, context);
    const fallback = {
      retryWindowMs,
      onFailure: (error: unknown) => context.journal.addError(version, 'load', error),
      async next() {
        const next = await loadFirstWorkingVersion(others, context);
        context.onFallback(next.version);
        return next.remote;
      },
    };
    return { version, remote: withFallback(remote, fallback) };
  } catch (error) {
    if (others.length === 0) throw error;
    return loadFirstWorkingVersion(others, context);
  }
}
