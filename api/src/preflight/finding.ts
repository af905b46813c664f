import type { Config } from '../platform/config/config.ts';
import { getErrorMessage } from '../platform/errors/error-code.ts';
import { withTimeout } from '../platform/with-timeout.ts';

export interface Finding {
  state: 'ok' | 'warn' | 'fail';
  /** Condition and, if that is not good, what to do. */
  sentence: string;
}

/** Line of a report. */
export type NamedFinding = Finding & { name: string };

/** Returns undefined if nothing in the settings needs it. */
export type Check = (config: Config) => Promise<Finding | undefined>;

export const ok = (sentence: string): Finding => ({ state: 'ok', sentence });
export const warn = (sentence: string): Finding => ({ state: 'warn', sentence });
export const fail = (sentence: string): Finding => ({ state: 'fail', sentence });

/** Warns of a condition that is normal on a developer's machine, but probably a mistake in production. */
export const warnInProduction = (env: string, sentence: string): Finding => (env === 'production' ? warn : ok)(sentence);

/** Limits the wait for one response. */
export const TIMEOUT_MS = 8000;
const CHECK_TIMEOUT_MS = 15_000;

export const runCheck = (check: Check, config: Config): Promise<Finding | undefined> =>
  withTimeout(CHECK_TIMEOUT_MS, 'The check', check(config)).catch((error: unknown) =>
    fail(`This could not be checked (${getErrorMessage(error)}): see that it runs, and what this user may do there.`),
  );
