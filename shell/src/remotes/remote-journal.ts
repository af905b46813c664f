import type { RemoteErrorKind, RemoteErrorReport, RemoteReport } from '@solvent/contracts';
import type { RemoteVersion } from './remote-versions.ts';

export interface RemoteFailure extends RemoteErrorReport {
  pathname: string;
}

/** The append-only log of the page's remotes, for reports and the panel. */
export interface RemoteJournal {
  readonly loads: readonly RemoteReport[];
  readonly errors: readonly RemoteFailure[];
  addLoad: (remote: RemoteVersion, loaded: boolean, milliseconds: number) => void;
  /** Ignores an error object that is already recorded. */
  addError: (remote: RemoteVersion, kind: RemoteErrorKind, error: unknown) => void;
  /** Returns the page's error reference, which reports contain, too; undefined if the code failed to load (a network problem). */
  getReference: (error: unknown) => string | undefined;
}

/** Bounds the memory of a page that fails in a loop. */
const ERRORS_MAX = 100;

const isSameVersion = (remote: RemoteReport, { build }: RemoteVersion) =>
  remote.name === build.name && remote.version === build.version;

export function getRootCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? getRootCause(error.cause) : error;
}

/** Six characters that match `REFERENCE`; digits only, to keep the code small. */
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
  const loadFailures = new Set<unknown>();
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
    getReference: (error) => (loadFailures.has(getRootCause(error)) ? undefined : reference),
    addLoad(remote, loaded, milliseconds) {
      if (loads.some((load) => isSameVersion(load, remote))) return;
      const { name, version } = remote.build;
      loads.push({ name, version, source: remote.source, loaded, milliseconds: Math.round(milliseconds) });
    },
    addError(remote, kind, error) {
      const { name, version } = remote.build;
      const cause = getRootCause(error);
      if (errors.length >= ERRORS_MAX || !isNew(cause)) return;
      if (kind === 'load') loadFailures.add(cause);
      errors.push({
        name,
        version,
        source: remote.source,
        kind,
        ...describeError(cause),
        ...(kind === 'render' && !loadFailures.has(cause) && { reference }),
        pathname: location.pathname,
      });
    },
  };
}
