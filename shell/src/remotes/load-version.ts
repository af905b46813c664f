import type { Remote } from '@solvent/federation';
import { PART_TIMEOUT } from './federation-runtime.ts';
import type { RemoteRuntime } from './federation-runtime.ts';
import { inTries } from './in-tries.ts';
import type { PartJournal } from './part-journal.ts';
import type { PartVersion } from './part-version.ts';
import { sturdyRemote } from './sturdy-remote.ts';

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

async function tryVersion(version: PartVersion, patience: number, { runtime, journal }: Surroundings): Promise<Remote> {
  const began = performance.now();
  try {
    const remote = await inTries(() => fetchRemote(runtime, version), patience);
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
  const patience = others.length > 0 ? PART_TIMEOUT : Infinity;
  try {
    const remote = await tryVersion(version, patience, around);
    const standIn = {
      patience,
      onFailure: (error: unknown) => around.journal.addError(version, 'load', error),
      async next() {
        const next = await loadFirst(others, around);
        around.onStandIn(next.version);
        return next.remote;
      },
    };
    return { version, remote: sturdyRemote(remote, standIn) };
  } catch (error) {
    if (others.length === 0) throw error;
    return loadFirst(others, around);
  }
}
