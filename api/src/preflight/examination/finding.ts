import type { Problem } from '@solvent/object-store';

/** Result of examining one subject. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail';
  name: string;
  /** How it is, and what to do where that is not well. */
  sentence: string;
}

export const ok = (name: string, sentence: string): Finding => ({ state: 'ok', name, sentence });
export const warn = (name: string, sentence: string): Finding => ({ state: 'warn', name, sentence });
export const fail = (name: string, sentence: string): Finding => ({ state: 'fail', name, sentence });

export const failed = (name: string, { sentence }: Problem): Finding => fail(name, sentence);

/** Normal on a developer's machine, and probably a mistake in production. */
export const warnInProduction = (env: string, name: string, sentence: string): Finding =>
  env === 'production' ? warn(name, sentence) : ok(name, sentence);
