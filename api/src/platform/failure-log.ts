import type { LogFn, Logger } from 'pino';
import { causeOf, errorCode } from './errors/error-code.ts';

/** What marks a failure of which there may be thousands while something is away. pino writes no symbols. */
const OFTEN = Symbol('often');

/** Of each kind, one line in so long (ms). */
const WINDOW = 1000;
/** Of each kind, one with its cause and stack in so long (ms). */
const WHOLE_EVERY = 60_000;

/**
 * What to log of a failure that comes again and again while the database, Redis or a bucket is away: of each kind one a minute is
 * told with all there is to know, and there is a line a second at most that says how many more there were.
 *
 * @example log.warn(outage(error), 'Events could not be looked for')
 */
export const outage = (error: unknown, about?: object) => ({ ...about, err: error, [OFTEN]: true });

interface Kind {
  more: number;
}

type Write = (this: Logger, args: Parameters<LogFn>, method: LogFn) => void;

/** Why something failed, in a few words and without the statement: a code such as `ECONNREFUSED`, else the name and the text. */
export function reasonOf(error: unknown): string {
  const cause = causeOf(error);
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
      if (performance.now() - since >= WHOLE_EVERY) return kinds.delete(name);
      return setTimeout(tell, WINDOW).unref();
    };
    setTimeout(tell, WINDOW).unref();
    method.apply(this, args);
  };
}
