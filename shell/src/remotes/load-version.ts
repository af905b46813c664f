import type { Remote, SlotLoaders } from '@solvent/federation';
import type { RemoteBuild } from '@solvent/federation/manifest';
import { SCRIPT_TIMEOUT } from '@solvent/federation/runtime';
import type { RemoteRuntime } from './federation-runtime.ts';
import type { RemoteJournal } from './remote-journal.ts';
import type { RemoteVersion } from './remote-versions.ts';
import { retry } from './retry.ts';

export type LoadedRemote = Required<Remote>;

interface Fallback {
  /** No second attempt after this time: the next version replaces it. */
  retryWindowMs: number;
  onFailure: (error: unknown) => void;
  /** Loads the next version. @throws if there is none, or it fails, too */
  next: () => Promise<LoadedRemote>;
}

/** Tries twice, then loads the same from the next version. @throws the last error of the first version if no other has it */
async function loadWithFallback<Loaded>(
  load: () => Promise<Loaded>,
  selectLoader: (next: LoadedRemote) => (() => Promise<Loaded>) | undefined,
  fallback: Fallback,
) {
  try {
    return await retry(load, fallback.retryWindowMs);
  } catch (error) {
    fallback.onFailure(error);
    const loadNext = await fallback.next().then(selectLoader, () => undefined);
    if (!loadNext) throw error;
    return loadNext();
  }
}

type Loaders = Record<string, () => Promise<unknown>>;

function addFallbacks<Named extends Loaders>(
  loaders: Named,
  fallback: Fallback,
  selectLoader: (next: LoadedRemote) => Loaders,
): Named {
  const entries = Object.entries(loaders).map(([name, load]) => [
    name,
    () => loadWithFallback(load, (next) => selectLoader(next)[name], fallback),
  ]);
  return Object.fromEntries(entries) as Named;
}

const addFallback = ({ pages, slots, searches }: LoadedRemote, fallback: Fallback): LoadedRemote => ({
  pages: addFallbacks(pages, fallback, (next) => next.pages),
  // A slot's name determines its props; Object.entries loses that type.
  slots: addFallbacks(slots as Loaders, fallback, (next) => next.slots as Loaders) as SlotLoaders,
  searches: addFallbacks(searches, fallback, (next) => next.searches),
});

export interface RunningVersion {
  version: RemoteVersion;
  remote: LoadedRemote;
}

interface LoadContext {
  runtime: RemoteRuntime;
  journal: RemoteJournal;
  /** Called when a page, slot or search is loaded from a later version. */
  onFallback: (version: RemoteVersion) => void;
}

function isRemote(value: unknown): value is Remote {
  return (
    typeof value === 'object' && value !== null && 'pages' in value && typeof value.pages === 'object' && value.pages !== null
  );
}

/** By path, because versions may have different names for the same page. */
const getPagesByPath = ({ pages }: Remote, { paths }: RemoteBuild): LoadedRemote['pages'] =>
  Object.fromEntries(paths.flatMap(({ path, page }) => (pages[page] ? [[path, pages[page]]] : [])));

async function fetchRemote(runtime: RemoteRuntime, { build, missing }: RemoteVersion): Promise<LoadedRemote> {
  if (missing !== undefined) throw new Error(missing);
  const module = await runtime.fetch(build);
  const remote = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (!isRemote(remote)) throw new TypeError('The exposed module has no remote as its default export.');
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
 * Loads the first version that works, in two attempts each. A version that hangs gets one attempt if another can replace it. Pages,
 * slots and searches that fail later fall back to the next versions.
 * @throws the error of the last version
 */
export async function loadFirstWorkingVersion(versions: readonly RemoteVersion[], context: LoadContext): Promise<RunningVersion> {
  const [version, ...others] = versions;
  if (!version) throw new Error('There is no version to load.');
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
    return { version, remote: addFallback(remote, fallback) };
  } catch (error) {
    if (others.length === 0) throw error;
    return loadFirstWorkingVersion(others, context);
  }
}
