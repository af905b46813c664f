import type { RemoteErrorKind, RemoteErrorReport, RemoteReport } from '@solvent/contracts';
import type { RemoteVersion } from './remote-versions.ts';

/** An error of a remote, and where in the product it was. */
export interface RemoteFailure extends RemoteErrorReport {
  pathname: string;
}

/** What became of the page's remotes, in order: reports tell it, the panel shows it. Nothing is taken out of it. */
export interface RemoteJournal {
  /** One entry for each version that was asked for: what came of it first. */
  readonly loads: readonly RemoteReport[];
  readonly errors: readonly RemoteFailure[];
  /** @param milliseconds from asking to having it, or to giving up */
  addLoad: (remote: RemoteVersion, loaded: boolean, milliseconds: number) => void;
  /** The same error object counts once, through however many hands it goes. */
  addError: (remote: RemoteVersion, kind: RemoteErrorKind, error: unknown) => void;
  /**
   * What a person can quote where code threw, which the report of it carries, too: one for all that is thrown in this page. Undefined
   * where the code did not come: that is a matter of the network.
   */
  getReference: (error: unknown) => string | undefined;
}

/** A page that fails in a loop must not fill the memory with it. */
const ERRORS_MAX = 100;

const isSameVersion = (remote: RemoteReport, { build }: RemoteVersion) =>
  remote.name === build.name && remote.version === build.version;

/** The innermost cause says what went wrong; those around it say where that was noticed. */
export function getRootCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? getRootCause(error.cause) : error;
}

/** Six of the signs of references (`REFERENCE`): digits alone, which every page can make of a random number at the cost of a line. */
const createReference = () =>
  String(Math.random())
    .replace(/[^2-9]/g, '')
    .slice(0, 6)
    .padEnd(6, '2');

const describeError = (error: unknown) =>
  error instanceof Error
    ? { message: `${error.name}: ${error.message}`, stack: error.stack ?? '' }
    : { message: String(error), stack: '' };

export function createRemoteJournal(): RemoteJournal {
  const loads: RemoteReport[] = [];
  const errors: RemoteFailure[] = [];
  const seen = new WeakSet<object>();
  const notLoaded = new Set<unknown>();
  const reference = createReference();

  function isNew(cause: unknown): boolean {
    if (typeof cause !== 'object' || cause === null) return true;
    if (seen.has(cause)) return false;
    seen.add(cause);
    return true;
  }

  return {
    loads,
    errors,
    getReference: (error) => (notLoaded.has(getRootCause(error)) ? undefined : reference),
    addLoad(remote, loaded, milliseconds) {
      if (loads.some((known) => isSameVersion(known, remote))) return;
      const { name, version } = remote.build;
      loads.push({ name, version, source: remote.source, loaded, milliseconds: Math.round(milliseconds) });
    },
    addError(remote, kind, error) {
      const { name, version } = remote.build;
      const cause = getRootCause(error);
      if (errors.length >= ERRORS_MAX || !isNew(cause)) return;
      if (kind === 'load') notLoaded.add(cause);
      errors.push({
        name,
        version,
        source: remote.source,
        kind,
        ...describeError(cause),
        ...(kind === 'render' && !notLoaded.has(cause) && { reference }),
        pathname: location.pathname,
      });
    },
  };
}
