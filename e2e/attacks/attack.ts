import type { Target } from './target.ts';

export interface Outcome {
  summary: string;
  isDefended: boolean;
  /** A wait was too long; counts in the long form only, because it depends on the machine. */
  isSlow?: boolean;
}

export interface Attack {
  point: number;
  name: string;
  /** Whether the long form measures other users' response times during the attack. */
  measuresLatency: boolean;
  isLongOnly?: true;
  /** Prepares data before the measurement. @returns one run of the attack, which is repeated while latency is measured */
  prepare(target: Target): Promise<() => Promise<Outcome>>;
}
