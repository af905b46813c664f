import type { RemoteRuntime } from './federation-runtime.ts';
import { loadFirstWorkingVersion } from './load-version.ts';
import type { LoadedRemote, RunningVersion } from './load-version.ts';
import { createRemoteJournal } from './remote-journal.ts';
import type { RemoteVersion, RemoteVersions } from './remote-versions.ts';

export class RemoteError extends Error {
  override readonly name = 'RemoteError';

  constructor(
    readonly remote: string,
    readonly version: string,
    options: { cause: unknown },
  ) {
    super(`${remote}@${version} could not be loaded`, options);
  }
}

/** After all attempts failed, only "Try again" requests the remote within this time. */
const BREAKER_OPEN_MS = 30_000;

interface Failure {
  error: RemoteError;
  at: number;
}

export interface RemoteLoader {
  /**
   * Loads the first version that works, once. After all versions failed, rejects without a request for 30 s.
   * @param force requests it even then, for "Try again"
   * @throws RemoteError
   */
  load: (name: string, options?: { force?: boolean }) => Promise<LoadedRemote>;
  getLoaded: (name: string) => LoadedRemote | undefined;
  /** Returns the running version, or the first choice before it is loaded. */
  getVersion: (name: string) => RemoteVersion | undefined;
}

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
    if (!remote) throw new RemoteError(name, 'none', { cause: new Error('The channel does not pin this remote.') });
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
      const loaded = ready.get(name);
      if (loaded) return Promise.resolve(loaded.remote);
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
