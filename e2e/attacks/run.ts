import type { Attack, Outcome } from './attack.ts';
import { boundedWork } from './points/bounded-work.ts';
import { canary } from './points/canary.ts';
import { foundBesides } from './points/found-besides.ts';
import { settings } from './points/settings.ts';
import { sharedWork } from './points/shared-work.ts';
import { signInAttacks } from './points/sign-in.ts';
import { sockets } from './points/sockets.ts';
import { texts } from './points/texts.ts';
import { writes } from './points/writes.ts';
import { KINDS, watchOthers } from './feelings.ts';
import type { Feelings, Watched } from './feelings.ts';
import type { Options } from './options.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';

/** What others felt before and while something was done; `slowed` where that is too much. */
export interface Felt {
  quiet: Feelings;
  during: Feelings;
  slowed: boolean;
}

/** What was found out about an attack. */
export interface Finding extends Outcome {
  point: number;
  name: string;
  /** Absent where nobody was watched. */
  felt: Felt | undefined;
}

/** So many times their quiet value others may wait; and never is it counted that they wait less than this (ms). */
const FACTOR = 3;
const FLOOR = { short: 60, long: 25 };
/** A busy machine makes others wait, too: who is slowed each of three times is slowed. */
const TRIES = 3;
/** Of the time of an attack, the part for which it is quiet before (at most so many seconds). */
const QUIET = { part: 0.6, most: 12 };

const ATTACKS = [
  ...boundedWork,
  ...texts,
  ...sharedWork,
  ...writes,
  ...signInAttacks,
  ...sockets,
  ...settings,
  ...canary,
  ...foundBesides,
];

const rest = (seconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });

/** Does it until the time is over, at least once. What succeeded once has succeeded. */
async function repeat(attack: () => Promise<Outcome>, seconds: number): Promise<Outcome> {
  const end = performance.now() + seconds * 1000;
  const outcome = await attack();
  let held = outcome.held;
  while (performance.now() < end) {
    const begun = performance.now();
    held = (await attack()).held && held;
    // What is refused at once is tried some times in a second, not thousands.
    if (performance.now() - begun < 100) await rest(0.1);
  }
  if (outcome.held && !held) return { told: `${outcome.told}; later it went through`, held };
  return outcome;
}

async function watched(attack: () => Promise<Outcome>, others: Watched, options: Options) {
  let outcome: Outcome | undefined;
  let felt: Felt | undefined;
  // Of what succeeds it is certain enough, too, that others wait.
  for (let left = TRIES; left > 0 && (felt?.slowed ?? true) && (outcome?.held ?? true); left -= 1) {
    const quiet = await others.during(() => rest(Math.min(options.seconds * QUIET.part, QUIET.most)));
    const during = await others.during(async () => {
      const found = await repeat(attack, options.seconds);
      outcome = found;
    });
    const floor = options.short ? FLOOR.short : FLOOR.long;
    felt = { quiet, during, slowed: KINDS.some((kind) => during[kind] > Math.max(floor, FACTOR * quiet[kind])) };
  }
  return { outcome, felt };
}

async function find(attack: Attack, world: World, others: Watched, options: Options): Promise<Finding> {
  const { point, name, felt: when, prepare } = attack;
  try {
    const act = await prepare(world);
    const isWatched = when === 'always' || (when === 'long' && !options.short);
    const { outcome, felt } = isWatched ? await watched(act, others, options) : { outcome: await act(), felt: undefined };
    if (outcome === undefined) throw new Error('Nothing was done');
    return { point, name, ...outcome, felt };
  } catch (error) {
    return {
      point,
      name,
      told: `could not be tried: ${error instanceof Error ? error.message : String(error)}`,
      held: false,
      felt: undefined,
    };
  }
}

/**
 * Attacks a product, one attack after the other.
 *
 * @param databaseUrl a PostgreSQL that nobody uses @param dataDir an empty folder @param tell hears of each finding at once
 */
export async function run(
  options: Options,
  databaseUrl: string,
  dataDir: string,
  tell: (finding: Finding) => void,
): Promise<Finding[]> {
  const world = await openWorld(options, databaseUrl, dataDir);
  try {
    const others = await watchOthers(world);
    // What is done for the first time takes longer.
    await others.during(() => rest(2));
    const { only } = options;
    const findings: Finding[] = [];
    for (const attack of ATTACKS.filter(({ point, name }) =>
      /^\d$/.test(only) ? only === String(point) : name.includes(only),
    )) {
      const finding = await find(attack, world, others, options);
      findings.push(finding);
      tell(finding);
    }
    await others.close();
    return findings;
  } finally {
    await world.close();
  }
}
