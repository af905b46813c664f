import type { RemoteRuntime } from './federation-runtime.ts';
import { loadFirst } from './load-version.ts';
import type { LoadedRemote, RunningVersion } from './load-version.ts';
import { createPartJournal } from './part-journal.ts';
import type { PartVersion, RemotePart } from './part-version.ts';

/** A remote, or something of it, could not be loaded. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';

  /**
   * @param remote name of the remote
   * @param version its pinned version
   */
  constructor(
    readonly remote: string,
    readonly version: string,
    options: { cause: unknown },
  ) {
    super(`${remote}@${version} could not be loaded`, options);
  }
}

/** After all tries failed, nobody but "Try again" asks the network for that long. */
const BREAKER_OPEN = 30_000;

interface Failure {
  error: RemoteError;
  at: number;
}

export interface RemoteLoader {
  /**
   * The default export of a remote's first version that works; loaded once. After all of its versions failed, calls within
   * 30 s are refused at once.
   *
   * @param force asks the network again even then: a person pressed "Try again"
   * @throws RemoteError
   */
  load: (name: string, options?: { force?: boolean }) => Promise<LoadedRemote>;
  /** The remote when it is loaded already. */
  loaded: (name: string) => LoadedRemote | undefined;
  /** The version that runs; before any of them came, the one that is to. */
  versionOf: (name: string) => PartVersion | undefined;
}

/** Loads the remotes of a page: each once, with tries, a breaker, and no failure kept for longer than it is true. */
export function createRemoteLoader(
  parts: readonly RemotePart[],
  runtime: RemoteRuntime,
  journal = createPartJournal(),
): RemoteLoader {
  const ready = new Map<string, RunningVersion>();
  const standIns = new Map<string, PartVersion>();
  const pending = new Map<string, Promise<LoadedRemote>>();
  const failures = new Map<string, Failure>();
  const partOf = (name: string) => parts.find((part) => part.name === name);

  async function start(name: string): Promise<LoadedRemote> {
    const part = partOf(name);
    if (!part) throw new RemoteError(name, 'none', { cause: new Error('The channel pins no such remote.') });
    try {
      const onStandIn = (version: PartVersion) => void standIns.set(name, version);
      const running = await loadFirst(part.versions, { runtime, journal, onStandIn });
      ready.set(name, running);
      failures.delete(name);
      return running.remote;
    } catch (cause) {
      const error = new RemoteError(name, part.versions[0].build.version, { cause });
      failures.set(name, { error, at: Date.now() });
      throw error;
    } finally {
      pending.delete(name);
    }
  }

  return {
    load(name, { force = false } = {}) {
      const known = ready.get(name);
      if (known) return Promise.resolve(known.remote);
      const running = pending.get(name);
      if (running) return running;
      const failure = failures.get(name);
      if (failure && !force && Date.now() - failure.at < BREAKER_OPEN) return Promise.reject(failure.error);
      const promise = start(name);
      pending.set(name, promise);
      return promise;
    },
    loaded: (name) => ready.get(name)?.remote,
    versionOf: (name) => standIns.get(name) ?? ready.get(name)?.version ?? partOf(name)?.versions[0],
  };
}
