import type { Attack, Outcome } from './attack.ts';
import { boundedWork } from './points/bounded-work.ts';
import { canary } from './points/canary.ts';
import { foundBesides } from './points/found-besides.ts';
import { settings } from './points/settings.ts';
import { sharedWork } from './points/shared-work.ts';
import { signInAttacks } from './points/sign-in.ts';
import { sockets } from './points/sockets.ts';
import { takeOvers } from './points/take-over.ts';
import { texts } from './points/texts.ts';
import { writes } from './points/writes.ts';
import { feelingsOf, KINDS, watchOthers } from './feelings.ts';
import type { Feelings, Times, Watched } from './feelings.ts';
import type { Options } from './options.ts';
import { openWorld } from './world.ts';
import type { Ground, World } from './world.ts';

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

/** Other users may wait this many times their quiet value; a wait below the floor (ms) never counts. */
const FACTOR = 3;
const FLOOR_MS = 25;
/** A busy machine makes others wait, too: who is slowed each of six times is slowed. */
const TRIES = 6;
/** A turn of attacks takes so many seconds at most, and there are so many at least; others are left alone for a part of it before. */
const TURN = { most: 5, least: 2, quiet: 0.6 };

const ATTACKS = [
  ...boundedWork,
  ...texts,
  ...sharedWork,
  ...writes,
  ...signInAttacks,
  ...takeOvers,
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
  const begun = performance.now();
  const outcome = await attack();
  let held = outcome.held;
  for (let last = begun; performance.now() < begun + seconds * 1000;) {
    // What is refused at once is tried again each second: an attack is not how fast its program can ask.
    await rest(Math.max(0, 1 - (performance.now() - last) / 1000));
    last = performance.now();
    held = (await attack()).held && held;
  }
  if (outcome.held && !held) return { told: `${outcome.told}; later it went through`, held };
  return outcome;
}

/** Attacks and leaves others alone by turns, until the attacks took their time: what else the machine has to do slows both. */
async function byTurns(attack: () => Promise<Outcome>, others: Watched, { seconds }: Options) {
  const turn = Math.min(TURN.most, seconds / TURN.least);
  const [quiet, during]: [Times[], Times[]] = [[], []];
  const outcomes: Outcome[] = [];
  for (let left = seconds; left > 0; left -= turn) {
    quiet.push(await others.during(() => rest(turn * TURN.quiet)));
    during.push(await others.during(async () => void outcomes.push(await repeat(attack, turn))));
  }
  const felt = { quiet: feelingsOf(quiet), during: feelingsOf(during) };
  const slowed = KINDS.some((kind) => felt.during[kind] > Math.max(FLOOR_MS, FACTOR * felt.quiet[kind]));
  // The first one, unless it held and another one did not.
  const outcome = outcomes.find(({ held }) => !held) ?? outcomes.find(({ slow }) => slow) ?? outcomes[0];
  return { outcome, felt: { ...felt, slowed } };
}

async function watched(attack: () => Promise<Outcome>, others: Watched, options: Options) {
  let found = await byTurns(attack, others, options);
  for (let left = TRIES - 1; left > 0 && found.felt.slowed && found.outcome?.held; left -= 1)
    found = await byTurns(attack, others, options);
  return found;
}

async function find(attack: Attack, world: World, others: Watched, options: Options): Promise<Finding> {
  const { point, name, felt: isWatched, prepare } = attack;
  try {
    const act = await prepare(world);
    const { outcome, felt } =
      isWatched && !options.short ? await watched(act, others, options) : { outcome: await act(), felt: undefined };
    if (outcome === undefined) throw new Error('Nothing was done');
    const last = await world.revived();
    if (last !== undefined) throw new Error(`the server ended: ${last.slice(-300)}`);
    return { point, name, told: outcome.told, held: outcome.held && (options.short || !outcome.slow), felt };
  } catch (error) {
    await world.revived();
    return {
      point,
      name,
      told: `went wrong: ${error instanceof Error ? error.message : String(error)}`,
      held: false,
      felt: undefined,
    };
  }
}

/**
 * Attacks a product, one attack after the other.
 *
 * @param report receives each finding as soon as it is found
 */
export async function run(options: Options, ground: Ground, report: (finding: Finding) => void): Promise<Finding[]> {
  const world = await openWorld(options, ground);
  try {
    const others = await watchOthers(world);
    // What is done for the first time takes longer.
    await others.during(() => rest(2));
    const { only, short } = options;
    const isAsked = ({ point, name, longOnly }: Attack) =>
      !(short && longOnly && only === '') && (/^\d$/.test(only) ? only === String(point) : name.includes(only));
    const findings: Finding[] = [];
    for (const attack of ATTACKS.filter(isAsked)) {
      const finding = await find(attack, world, others, options);
      findings.push(finding);
      report(finding);
    }
    await others.close();
    return findings;
  } finally {
    await world.close();
  }
}
