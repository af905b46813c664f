import type { LogFn, Logger } from 'pino';
import { errorCode, getRootCause } from './errors/error-code.ts';

/** A symbol, which pino does not serialize. */
const THROTTLED = Symbol('throttled');

const COUNT_INTERVAL_MS = 1000;
/** Interval at which the cause and stack of each kind of failure are logged. */
const FULL_INTERVAL_MS = 60_000;

/**
 * Marks a failure that may repeat thousands of times during an outage. Each kind is logged in full once a minute; repeats are counted, in
 * at most one line a second.
 * @example log.warn(throttledError(error), 'Overdue events could not be read')
 */
export const throttledError = (error: unknown, details?: object) => ({ ...details, err: error, [THROTTLED]: true });

type LogMethod = (this: Logger, args: Parameters<LogFn>, method: LogFn) => void;

/** Returns a code such as `ECONNREFUSED`, else name and message, without the SQL statement. */
export function getFailureReason(error: unknown): string {
  const cause = getRootCause(error);
  return errorCode(cause) ?? (cause instanceof Error ? `${cause.name}: ${cause.message.slice(0, 100)}` : String(cause));
}

const isThrottled = (details: unknown): details is { err: unknown } =>
  typeof details === 'object' && details !== null && THROTTLED in details;

/** Creates pino's `logMethod` hook. @param getLogger the logger for the lines with counts */
export function throttleFailures(getLogger: () => Logger): LogMethod {
  const kinds = new Map<string, { repeats: number }>();
  return function write(args, method) {
    const [details, text]: unknown[] = args;
    if (!isThrottled(details)) return method.apply(this, args);
    const name = `${String(text)} (${getFailureReason(details.err)})`;
    const known = kinds.get(name);
    if (known !== undefined) {
      known.repeats += 1;
      return;
    }
    const kind = { repeats: 0 };
    kinds.set(name, kind);
    const since = performance.now();
    const logCount = () => {
      if (kind.repeats > 0) method.call(getLogger(), `${name} … and ${kind.repeats} more`);
      kind.repeats = 0;
      if (performance.now() - since >= FULL_INTERVAL_MS) return kinds.delete(name);
      return setTimeout(logCount, COUNT_INTERVAL_MS).unref();
    };
    setTimeout(logCount, COUNT_INTERVAL_MS).unref();
    method.apply(this, args);
  };
}
