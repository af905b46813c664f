import type { World } from './world.ts';

/** What came of an attack. */
export interface Outcome {
  /** What the attacker was answered, in a few words. */
  told: string;
  /** Whether the product held. */
  held: boolean;
}

/** One thing that one person can do to all others. */
export interface Attack {
  /** The part of the product's promise that it is about (docs/security.md). */
  point: number;
  name: string;
  /**
   * What others feel meanwhile: `always` taken, also in the short form; `long`, in the long form alone; `never` where nothing is
   * sent to the server that others use.
   */
  felt: 'always' | 'long' | 'never';
  /** Takes so long by itself that the short form leaves it out. */
  slow?: true;
  /** Gets ready, before anything is measured; gives what is done, again and again while the time of others is taken. */
  prepare(world: World): Promise<() => Promise<Outcome>>;
}
