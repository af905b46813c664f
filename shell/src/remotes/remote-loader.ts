import type { RemoteRuntime } from './federation-runtime.ts';
import { loadFirstWorkingVersion } from './load-version.ts';
import type { LoadedRemote, RunningVersion } from './load-version.ts';
import { createRemoteJournal } from './remote-journal.ts';
import type { RemoteVersion, RemoteVersions } from './remote-versions.ts';

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
const BREAKER_OPEN_MS = 30_000;

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
  getLoaded: (name: string) => LoadedRemote | undefined;
  /** The version that runs; before any of them came, the one that is to. */
  getVersion: (name: string) => RemoteVersion | undefined;
}

/** Loads the remotes of a page: each once, with tries, a breaker, and no failure kept for longer than it is true. */
export function createRemoteLoader(
  remotes: readonly RemoteVersions[],
  runtime: RemoteRuntime,
  journal = createRemoteJournal(),
): RemoteLoader {
  const ready = new Map<string, RunningVersion>();
  const fallbacks = new Map<string, RemoteVersion>();
  const pending = new Map<string, Promise<LoadedRemote>>();
  const failures = new Map<string, Failure>();
  const findRemote = (name: string) => remotes.find((remote) => remote.name === name);

  async function start(name: string): Promise<LoadedRemote> {
    const remote = findRemote(name);
    if (!remote) throw new RemoteError(name, 'none', { cause: new Error('The channel pins no such remote.') });
    try {
      const onFallback = (version: RemoteVersion) => void fallbacks.set(name, version);
      const running = await loadFirstWorkingVersion(remote.versions, { runtime, journal, onFallback });
      ready.set(name, running);
      failures.delete(name);
      return running.remote;
    } catch (cause) {
      const error = new RemoteError(name, remote.versions[0].build.version, { cause });
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
      if (failure && !force && Date.now() - failure.at < BREAKER_OPEN_MS) return Promise.reject(failure.error);
      const promise = start(name);
      pending.set(name, promise);
      return promise;
    },
    getLoaded: (name) => ready.get(name)?.remote,
    getVersion: (name) => fallbacks.get(name) ?? ready.get(name)?.version ?? findRemote(name)?.versions[0],
  };
}
