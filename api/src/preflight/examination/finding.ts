export interface Finding {
  state: 'ok' | 'warn' | 'fail';
  /** Condition and, if that is not good, what to do. */
  sentence: string;
}

export const ok = (sentence: string): Finding => ({ state: 'ok', sentence });
export const warn = (sentence: string): Finding => ({ state: 'warn', sentence });
export const fail = (sentence: string): Finding => ({ state: 'fail', sentence });

/** Normal on a developer's machine, and probably a mistake in production. */
export const warnInProduction = (env: string, sentence: string): Finding => (env === 'production' ? warn : ok)(sentence);
