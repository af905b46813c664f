import type { Target } from './target.ts';

/** What came of an attack. */
export interface Outcome {
  /** What the attacker was answered, in a few words. */
  summary: string;
  /** Whether the product held. */
  isDefended: boolean;
  /** Whether a wait was longer than it may be: counts in the long form only, since it depends on the machine. */
  isSlow?: boolean;
}

/** One thing that one person can do to all others. */
export interface Attack {
  /** The part of the product's promise that it is about (docs/security.md). */
  point: number;
  name: string;
  /** Whether the long form measures the response times of other users meanwhile; not where the attack sends nothing to their server. */
  measuresLatency: boolean;
  /** Too long for the short form. */
  isLongOnly?: true;
  /** Gets ready, before anything is measured; gives what is done, again and again while the time of others is taken. */
  prepare(target: Target): Promise<() => Promise<Outcome>>;
}
