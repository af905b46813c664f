import { createChance } from './random.ts';
import type { Chance } from './random.ts';
import type { Options } from './options.ts';

/** Two people who talk; by number. */
export type Pair = readonly [number, number];

/** What happens at a moment of the run (`at`: ms since its beginning). Tabs, pairs and replicas by number. */
export type Action = { at: number } & (
  | { kind: 'write'; tab: number; pair: number; text: string; hasFile: boolean }
  | { kind: 'read'; tab: number; pair: number }
  | { kind: 'reload'; tab: number }
  | { kind: 'drop' | 'cut-request' | 'cut-answer' }
  | { kind: 'kill'; replica: number; pause: number }
);

/** All that will happen, in order. */
export interface Plan {
  /** For each tab the person whose it is. */
  tabs: number[];
  people: number;
  pairs: Pair[];
  actions: Action[];
}

/** This part of the messages is about the first few pairs: long conversations are caught up with in pages. */
const HOT = { pairs: 5, part: 0.2 };
/** This part is written while a server is killed (ms around it). */
const AT_KILLS = { part: 0.05, before: 150, after: 50 };
/** How often each thing happens, for each message or client. */
const PER_MESSAGE = { read: 0.1, cut: 0.02, file: 0.02 };
const PER_CLIENT = { drop: 2, reload: 0.5 };
/** A killed server stays away at most this long (ms). */
const LONGEST_PAUSE = 1500;

/** Everybody with the next one, and half as many pairs again by chance. */
function pairsOf(people: number, chance: Chance): Pair[] {
  const pairs = new Map<string, Pair>();
  const add = (one: number, other: number) => {
    if (one !== other) pairs.set([one, other].toSorted((a, b) => a - b).join(), [one, other]);
  };
  for (let person = 0; person < people; person += 1) add(person, (person + 1) % people);
  for (let more = 0; more < people / 2; more += 1) add(chance.below(people), chance.below(people));
  return [...pairs.values()];
}

/** Every tenth tab is the second one of the person before. */
const ownersOf = (clients: number) => Array.from({ length: clients }, (_, tab) => tab - Math.floor((tab + 1) / 10));

type World = Pick<Plan, 'tabs' | 'pairs'> & { chance: Chance; length: number };

/** A conversation, and a tab of one of its two. */
function somewhere({ tabs, pairs, chance }: World): { pair: number; tab: number } {
  const isHot = chance.next() < HOT.part;
  const pair = chance.below(isHot ? Math.min(HOT.pairs, pairs.length) : pairs.length);
  const person = chance.pick(pairs[pair] ?? []);
  return { pair, tab: chance.pick([...tabs.keys()].filter((tab) => tabs[tab] === person)) };
}

/** Kills at random moments, each in a part of the run of its own. */
function killsOf({ kills, replicas }: Options, { chance, length }: World): (Action & { kind: 'kill' })[] {
  return Array.from({ length: kills }, (_, index) => ({
    at: ((index + chance.between(0.2, 0.9)) / kills) * length,
    kind: 'kill',
    replica: chance.below(replicas),
    pause: chance.between(0, LONGEST_PAUSE),
  }));
}

function writesOf(messages: number, kills: readonly Action[], world: World): Action[] {
  const { chance, length } = world;
  const momentOf = () => {
    if (kills.length === 0 || chance.next() > AT_KILLS.part) return chance.between(0, length);
    const { at } = chance.pick(kills);
    return chance.between(at - AT_KILLS.before, at + AT_KILLS.after);
  };
  const moments = Array.from({ length: messages }, momentOf).toSorted((a, b) => a - b);
  return moments.map((at, index) => ({
    at,
    kind: 'write',
    ...somewhere(world),
    text: `Message ${index}: ${'word '.repeat(chance.below(40))}end`,
    hasFile: chance.next() < PER_MESSAGE.file,
  }));
}

/** The same thing so many times, at random moments. */
const often = (times: number, { chance, length }: World, make: (at: number) => Action): Action[] =>
  Array.from({ length: Math.round(times) }, () => make(chance.between(0, length)));

/** Plans a run by its seed. */
export function planOf(options: Options): Plan {
  const { clients, messages, seconds, seed } = options;
  const chance = createChance(seed);
  const tabs = ownersOf(clients);
  const people = new Set(tabs).size;
  const pairs = pairsOf(people, chance);
  const world: World = { tabs, pairs, chance, length: seconds * 1000 };
  const kills = killsOf(options, world);
  const actions: Action[] = [
    ...kills,
    ...writesOf(messages, kills, world),
    ...often(messages * PER_MESSAGE.read, world, (at) => ({ at, kind: 'read', ...somewhere(world) })),
    ...often(messages * PER_MESSAGE.cut, world, (at) => ({ at, kind: 'cut-request' })),
    ...often(messages * PER_MESSAGE.cut, world, (at) => ({ at, kind: 'cut-answer' })),
    ...often(clients * PER_CLIENT.drop, world, (at) => ({ at, kind: 'drop' })),
    ...often(clients * PER_CLIENT.reload, world, (at) => ({ at, kind: 'reload', tab: chance.below(clients) })),
  ];
  return { tabs, people, pairs, actions: actions.toSorted((one, other) => one.at - other.at) };
}
