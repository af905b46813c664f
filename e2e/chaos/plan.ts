import { createRandom } from './random.ts';
import type { Random } from './random.ts';
import type { Options } from './options.ts';

export type Pair = readonly [number, number];

/** `at` is in ms since the start. Tabs, pairs and replicas are indexes. */
export type Action = { at: number } & (
  | { kind: 'write'; tab: number; pair: number; text: string; hasFile: boolean }
  | { kind: 'read'; tab: number; pair: number }
  | { kind: 'reload'; tab: number }
  | { kind: 'drop' | 'cut-request' | 'cut-response' }
  | { kind: 'kill'; replica: number; pause: number }
);

export interface Plan {
  tabs: number[];
  people: number;
  pairs: Pair[];
  actions: Action[];
}

/** Share of messages in the first pairs: long conversations load in pages. */
const HOT_PAIRS = { pairs: 5, share: 0.2 };
/** Share of messages written around a kill (ms before and after). */
const NEAR_KILLS = { share: 0.05, before: 150, after: 50 };
const PER_MESSAGE = { read: 0.1, cut: 0.02, file: 0.02 };
const PER_CLIENT = { drop: 2, reload: 0.5 };
const MAX_PAUSE_MS = 1500;

/** Pairs each user with the next one, and adds half as many random pairs. */
function createPairs(people: number, random: Random): Pair[] {
  const pairs = new Map<string, Pair>();
  const add = (one: number, other: number) => {
    if (one !== other) pairs.set([one, other].toSorted((a, b) => a - b).join(), [one, other]);
  };
  for (let person = 0; person < people; person += 1) add(person, (person + 1) % people);
  for (let added = 0; added < people / 2; added += 1) add(random.integerBelow(people), random.integerBelow(people));
  return [...pairs.values()];
}

/** Every tenth tab is the second tab of the previous user. */
const assignOwners = (clients: number) => Array.from({ length: clients }, (_, tab) => tab - Math.floor((tab + 1) / 10));

type PlanContext = Pick<Plan, 'tabs' | 'pairs'> & { random: Random; length: number };

function pickConversation({ tabs, pairs, random }: PlanContext): { pair: number; tab: number } {
  const isHot = random.next() < HOT_PAIRS.share;
  const pair = random.integerBelow(isHot ? Math.min(HOT_PAIRS.pairs, pairs.length) : pairs.length);
  const person = random.pick(pairs[pair] ?? []);
  return { pair, tab: random.pick([...tabs.keys()].filter((tab) => tabs[tab] === person)) };
}

/** Divides the run into equal sections with one kill each. */
function planKills({ kills, replicas }: Options, { random, length }: PlanContext): (Action & { kind: 'kill' })[] {
  return Array.from({ length: kills }, (_, index) => ({
    at: ((index + random.between(0.2, 0.9)) / kills) * length,
    kind: 'kill',
    replica: random.integerBelow(replicas),
    pause: random.between(0, MAX_PAUSE_MS),
  }));
}

function planWrites(messages: number, kills: readonly Action[], context: PlanContext): Action[] {
  const { random, length } = context;
  const pickMoment = () => {
    if (kills.length === 0 || random.next() > NEAR_KILLS.share) return random.between(0, length);
    const { at } = random.pick(kills);
    return random.between(at - NEAR_KILLS.before, at + NEAR_KILLS.after);
  };
  const moments = Array.from({ length: messages }, pickMoment).toSorted((a, b) => a - b);
  return moments.map((at, index) => ({
    at,
    kind: 'write',
    ...pickConversation(context),
    text: `Message ${index}: ${'word '.repeat(random.integerBelow(40))}end`,
    hasFile: random.next() < PER_MESSAGE.file,
  }));
}

const repeat = (times: number, { random, length }: PlanContext, make: (at: number) => Action): Action[] =>
  Array.from({ length: Math.round(times) }, () => make(random.between(0, length)));

export function createPlan(options: Options): Plan {
  const { clients, messages, seconds, seed } = options;
  const random = createRandom(seed);
  const tabs = assignOwners(clients);
  const people = new Set(tabs).size;
  const pairs = createPairs(people, random);
  const context: PlanContext = { tabs, pairs, random, length: seconds * 1000 };
  const kills = planKills(options, context);
  const actions: Action[] = [
    ...kills,
    ...planWrites(messages, kills, context),
    ...repeat(messages * PER_MESSAGE.read, context, (at) => ({ at, kind: 'read', ...pickConversation(context) })),
    ...repeat(messages * PER_MESSAGE.cut, context, (at) => ({ at, kind: 'cut-request' })),
    ...repeat(messages * PER_MESSAGE.cut, context, (at) => ({ at, kind: 'cut-response' })),
    ...repeat(clients * PER_CLIENT.drop, context, (at) => ({ at, kind: 'drop' })),
    ...repeat(clients * PER_CLIENT.reload, context, (at) => ({ at, kind: 'reload', tab: random.integerBelow(clients) })),
  ];
  return { tabs, people, pairs, actions: actions.toSorted((one, other) => one.at - other.at) };
}
