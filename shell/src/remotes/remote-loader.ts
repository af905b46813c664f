import type { Remote } from '@solvent/federation';
import type { RemotePin } from '@solvent/federation/manifest';
import type { RemoteRuntime } from './federation-runtime.ts';
import { inTries } from './in-tries.ts';
import { RemoteError } from './remote-error.ts';

/** After all tries failed, nobody but "Try again" asks the network for that long. */
const BREAKER_OPEN = 30_000;

interface Failure {
  error: RemoteError;
  at: number;
}

export interface RemoteLoader {
  /**
   * The remote's default export; loaded once. Two tries; after they failed, calls within 30 s are refused at once.
   *
   * @param force asks the network again even then: a person pressed "Try again"
   * @throws RemoteError
   */
  load: (name: string, options?: { force?: boolean }) => Promise<Remote>;
  /** The remote when it is loaded already. */
  loaded: (name: string) => Remote | undefined;
  /** Why the last load failed; undefined when it did not. */
  failureOf: (name: string) => RemoteError | undefined;
}

function isRemote(value: unknown): value is Remote {
  return typeof value === 'object' && value !== null && 'routes' in value && Array.isArray(value.routes) && 'slots' in value;
}

async function fetchRemote(runtime: RemoteRuntime, pin: RemotePin): Promise<Remote> {
  const module = await runtime.fetch(pin);
  const remote = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
  if (!isRemote(remote)) throw new TypeError('The exposed module has no default export of the shape of a remote.');
  return remote;
}

/** Loads the remotes of a channel: each once, with tries, a breaker, and no failure kept for longer than it is true. */
export function createRemoteLoader(pins: readonly RemotePin[], runtime: RemoteRuntime): RemoteLoader {
  const ready = new Map<string, Remote>();
  const pending = new Map<string, Promise<Remote>>();
  const failures = new Map<string, Failure>();

  async function start(name: string): Promise<Remote> {
    const pin = pins.find((candidate) => candidate.name === name);
    if (!pin) throw new RemoteError(name, 'none', { cause: new Error('The channel pins no such remote.') });
    try {
      const remote = await inTries(() => fetchRemote(runtime, pin));
      ready.set(name, remote);
      failures.delete(name);
      return remote;
    } catch (cause) {
      const error = new RemoteError(name, pin.version, { cause });
      failures.set(name, { error, at: Date.now() });
      throw error;
    } finally {
      pending.delete(name);
    }
  }

  return {
    load(name, { force = false } = {}) {
      const known = ready.get(name);
      if (known) return Promise.resolve(known);
      const running = pending.get(name);
      if (running) return running;
      const failure = failures.get(name);
      if (failure && !force && Date.now() - failure.at < BREAKER_OPEN) return Promise.reject(failure.error);
      const promise = start(name);
      pending.set(name, promise);
      return promise;
    },
    loaded: (name) => ready.get(name),
    failureOf: (name) => failures.get(name)?.error,
  };
}
