import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkDatabase } from '../check-database.ts';
import { checkScreens } from '../check-screens.ts';
import { openDatabase, withDatabase } from '../database.ts';
import { emptyLedger } from '../ledger.ts';
import { addPeople } from '../people.ts';
import { planOf } from '../plan.ts';
import { createChance } from '../random.ts';
import type { Chance } from '../random.ts';
import { ROOT } from '../root.ts';
import { meet } from '../set-up.ts';
import { openStage } from '../stage.ts';
import type { Stage } from '../stage.ts';
import type { Day, World } from './days.ts';
import { rest, untilTrue } from '../wait.ts';
import { createWork } from './work.ts';
import type { Failure } from './work.ts';

/** What came of a day. */
export interface DayFindings {
  name: string;
  lost: number;
  twice: number;
  outOfOrder: number;
  /** Requests that somebody saw fail. */
  failures: Failure[];
  /** From the end of the fault on until the last thing that was not as always. */
  seconds: number;
  /** How long (s) the slowest message was on its way to its reader. */
  slowest: number;
  /** How long (s) the slowest answer took that somebody got. */
  slowestAnswer: number;
  /** What was done meanwhile. */
  done: Record<string, number>;
  /** What had not come to rest, in a sentence. */
  unrest: string | undefined;
  isUnseen: boolean;
  /** What is lost, twice and out of order since the beginning, by where it was found, and what the day found itself. */
  parts: string;
}

/** People, and how long each part of a day is (ms). */
export interface Scale {
  clients: number;
  /** Messages a second. */
  rate: number;
  before: number;
  gone: number;
  after: number;
}

/** How long after a day everybody must have everything (ms). */
const REST_WITHIN = 120_000;
/** A message that takes longer to its reader (ms), or an answer that does, is not as always. */
const SLOW = 2000;
const PASSWORD = 'Ask-me-nothing-2026';
/** This part of the messages has a file. */
const FILES = 0.05;

interface Argon2 {
  hash(password: string, options: object): Promise<string>;
}

/** Everybody writes, reads and opens pages anew, until told to end. */
function talk(stage: Stage, plan: ReturnType<typeof planOf>, chance: Chance, rate: number): () => void {
  let index = 0;
  const timer = setInterval(() => {
    const pair = chance.below(plan.pairs.length);
    const person = chance.pick(plan.pairs[pair] ?? []);
    const tab = chance.pick([...plan.tabs.keys()].filter((one) => plan.tabs[one] === person));
    index += 1;
    stage.write({ tab, pair, text: `Message ${index}: ${'word '.repeat(chance.below(40))}end`, hasFile: chance.next() < FILES });
    if (index % 10 === 0) stage.read({ tab, pair });
    if (index % 50 === 0) stage.reload(chance.below(plan.tabs.length));
  }, 1000 / rate);
  return () => clearInterval(timer);
}

/**
 * Lets people work on a cluster while days come upon it, one after the other.
 *
 * @param tell hears of each day as it has ended
 */
export async function runDays(
  world: World,
  days: readonly Day[],
  scale: Scale,
  seed: number,
  tell: (found: DayFindings) => void,
): Promise<DayFindings[]> {
  const { cluster } = world;
  const chance = createChance(seed);
  const plan = planOf({ clients: scale.clients, messages: 0, kills: 0, seconds: 1, seed, replicas: 1 });
  const ledger = emptyLedger();
  const { hash } = createRequire(join(ROOT, 'api/package.json'))('@node-rs/argon2') as Argon2;
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const database = await openDatabase(cluster.postgres.url);
  const people = await addPeople(database, plan.people, 'solver');
  const seekers = await addPeople(database, 3, 'seeker', passwordHash);
  const solvers = await addPeople(database, 3, 'solver', passwordHash);
  await database.close();
  const cast = await meet(cluster.url, people, plan, ledger);
  const stage = openStage(cluster.url, plan, cast, ledger);
  const work = createWork({ url: cluster.url, seekers, solvers, password: PASSWORD, chance });
  if (!(await untilTrue(stage.isAtRest, REST_WITHIN))) throw new Error(`The pages did not open: ${stage.unrest()}`);

  async function count() {
    const written = { ledger, people, tabs: plan.tabs, conversations: cast.conversations };
    const idsOf = (tab: number) => stage.pairsOf(tab).map((pair) => cast.conversations[pair] ?? '');
    return withDatabase({ databaseUrl: cluster.postgres.url, dataDir: '' }, async (opened) => {
      const [{ faults, notifications, stored }, worked] = [await checkDatabase(opened, written), await work.check(opened)];
      const screens = checkScreens(stage.screens, idsOf, stored);
      return {
        lost: faults.lost + faults.altered + screens.lost + screens.altered + notifications.missing + worked.lost,
        twice: faults.twice + screens.twice + notifications.tooMany + worked.twice + ledger.atOnce.length,
        outOfOrder: faults.outOfOrder + faults.gaps + screens.outOfOrder + screens.gaps,
        // Which of them: for who looks for the cause.
        parts: { stored: faults, screens, notifications, work: worked, 'sent by two tabs at once': ledger.atOnce },
      };
    });
  }

  const amounts = () => ({
    messages: ledger.written.size,
    problems: work.done.problems.length,
    bids: work.done.bids.length,
    'sign-ins': work.done.signIns,
    looks: work.done.looks,
    'message requests broken': ledger.broken,
  });

  let before: Pick<Awaited<ReturnType<typeof count>>, 'lost' | 'twice' | 'outOfOrder'> = { lost: 0, twice: 0, outOfOrder: 0 };
  const findings: DayFindings[] = [];
  for (const day of days) {
    const [begun, failed, waited] = [amounts(), work.failures.length, work.waits.length];
    const knownMessages = ledger.written.size;
    work.begin();
    const endTalk = talk(stage, plan, chance, scale.rate);
    await rest(scale.before);
    let overAt = Number.NaN;
    const own = await day.bring(world, () => (overAt = performance.now()), scale.gone);
    await rest(scale.after);
    endTalk();
    const isDone = await Promise.race([work.pause().then(() => true), rest(REST_WITHIN).then(() => false)]);
    const isAtRest = (await untilTrue(stage.isAtRest, REST_WITHIN)) && isDone;
    const now = await count();
    const failures = work.failures.slice(failed);
    const ways = [...ledger.written.values()]
      .slice(knownMessages)
      .flatMap(({ at, shownAt }) => (shownAt === undefined ? [] : [{ shownAt, time: shownAt - at }]));
    const waits = work.waits.slice(waited);
    const slow = [
      ...ways.filter(({ time }) => time > SLOW).map(({ shownAt }) => shownAt),
      ...waits.filter(({ time }) => time > SLOW).map(({ at }) => at),
    ];
    const last = Math.max(overAt, ...failures.map(({ at }) => at), ...slow);
    const ended = amounts();
    const found: DayFindings = {
      name: day.name,
      lost: now.lost - before.lost + (own?.lost ?? 0),
      twice: now.twice - before.twice + (own?.twice ?? 0),
      outOfOrder: now.outOfOrder - before.outOfOrder,
      failures,
      seconds: (last - overAt) / 1000,
      slowest: Math.max(0, ...ways.map(({ time }) => time)) / 1000,
      slowestAnswer: Math.max(0, ...waits.map(({ time }) => time)) / 1000,
      // The same names.
      done: Object.fromEntries(Object.entries(ended).map(([name, amount]) => [name, amount - begun[name as keyof typeof begun]])),
      unrest: isAtRest ? undefined : `${isDone ? '' : 'Deeds were not done. '}${stage.unrest()}`,
      isUnseen: day.isUnseen === true,
      parts: JSON.stringify({ ...now.parts, 'found by the day itself': own }),
    };
    before = now;
    findings.push(found);
    tell(found);
    if (found.unrest !== undefined) break;
  }
  stage.close();
  return findings;
}
