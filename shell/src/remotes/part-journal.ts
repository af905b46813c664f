import type { RemoteErrorKind, RemoteErrorReport, RemoteReport } from '@solvent/contracts';
import type { PartVersion } from './part-version.ts';

/** An error of a remote, and where in the product it was. */
export interface PartFailure extends RemoteErrorReport {
  pathname: string;
}

/** What became of the page's remotes, in order: reports tell it, the panel shows it. Nothing is taken out of it. */
export interface PartJournal {
  /** One entry for each version that was asked for: what came of it first. */
  readonly loads: readonly RemoteReport[];
  readonly errors: readonly PartFailure[];
  /** @param milliseconds from asking to having it, or to giving up */
  addLoad: (part: PartVersion, loaded: boolean, milliseconds: number) => void;
  /** The same error object counts once, through however many hands it goes. */
  addError: (part: PartVersion, kind: RemoteErrorKind, error: unknown) => void;
  /**
   * What a person can quote where code threw, which the report of it carries, too: one for all that is thrown in this page. Undefined
   * where the code did not come: that is a matter of the network.
   */
  referenceOf: (error: unknown) => string | undefined;
}

/** A page that fails in a loop must not fill the memory with it. */
const ERRORS_MAX = 100;

const isSame = (part: RemoteReport, { build }: PartVersion) => part.name === build.name && part.version === build.version;

/** The innermost cause says what went wrong; those around it say where that was noticed. */
export function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error;
}

/** Six of the signs of references (`REFERENCE`): digits alone, which every page can make of a random number at the cost of a line. */
const newReference = () =>
  String(Math.random())
    .replace(/[^2-9]/g, '')
    .slice(0, 6)
    .padEnd(6, '2');

const textOf = (error: unknown) =>
  error instanceof Error
    ? { message: `${error.name}: ${error.message}`, stack: error.stack ?? '' }
    : { message: String(error), stack: '' };

export function createPartJournal(): PartJournal {
  const loads: RemoteReport[] = [];
  const errors: PartFailure[] = [];
  const seen = new WeakSet<object>();
  const notLoaded = new Set<unknown>();
  const reference = newReference();

  function isNew(cause: unknown): boolean {
    if (typeof cause !== 'object' || cause === null) return true;
    if (seen.has(cause)) return false;
    seen.add(cause);
    return true;
  }

  return {
    loads,
    errors,
    referenceOf: (error) => (notLoaded.has(causeOf(error)) ? undefined : reference),
    addLoad(part, loaded, milliseconds) {
      if (loads.some((known) => isSame(known, part))) return;
      const { name, version } = part.build;
      loads.push({ name, version, source: part.source, loaded, milliseconds: Math.round(milliseconds) });
    },
    addError(part, kind, error) {
      const { name, version } = part.build;
      const cause = causeOf(error);
      if (errors.length >= ERRORS_MAX || !isNew(cause)) return;
      if (kind === 'load') notLoaded.add(cause);
      errors.push({
        name,
        version,
        source: part.source,
        kind,
        ...textOf(cause),
        ...(kind === 'render' && !notLoaded.has(cause) && { reference }),
        pathname: location.pathname,
      });
    },
  };
}
