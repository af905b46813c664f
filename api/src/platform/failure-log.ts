import type { LogFn, Logger } from 'pino';
import { getRootCause, errorCode } from './errors/error-code.ts';

/** What marks a failure of which there may be thousands while something is away. pino writes no symbols. */
const OFTEN = Symbol('often');

/** Of each kind, one line in so long (ms). */
const WINDOW = 1000;
/** Each kind is logged with its cause and stack once per interval. */
const FULL_INTERVAL_MS = 60_000;

/**
 * Marks a failure that may repeat thousands of times while the database, Redis or a bucket is away. Each kind is logged in full once a
 * minute; the others are counted, in at most one line a second.
 *
 * @example log.warn(outage(error), 'Events could not be looked for')
 */
export const throttledError = (error: unknown, about?: object) => ({ ...about, err: error, [OFTEN]: true });

interface Kind {
  more: number;
}

type Write = (this: Logger, args: Parameters<LogFn>, method: LogFn) => void;

/** Short cause of a failure without the SQL statement: a code such as `ECONNREFUSED`, else name and message. */
export function reasonOf(error: unknown): string {
  const cause = getRootCause(error);
  return errorCode(cause) ?? (cause instanceof Error ? `${cause.name}: ${cause.message.slice(0, 100)}` : String(cause));
}

const isOften = (about: unknown): about is { err: unknown } => typeof about === 'object' && about !== null && OFTEN in about;

/** The way to the log in which failures that come often are counted. @param log where numbers are told */
export function countOften(log: () => Logger): Write {
  const kinds = new Map<string, Kind>();
  return function write(args, method) {
    const [about, text]: unknown[] = args;
    if (!isOften(about)) return method.apply(this, args);
    const name = `${String(text)} (${reasonOf(about.err)})`;
    const known = kinds.get(name);
    if (known !== undefined) {
      known.more += 1;
      return;
    }
    const kind: Kind = { more: 0 };
    kinds.set(name, kind);
    const since = performance.now();
    const tell = () => {
      if (kind.more > 0) method.call(log(), `${name} … and ${kind.more} more`);
      kind.more = 0;
      if (performance.now() - since >= FULL_INTERVAL_MS) return kinds.delete(name);
      return setTimeout(tell, WINDOW).unref();
    };
    setTimeout(tell, WINDOW).unref();
    method.apply(this, args);
  };
}
