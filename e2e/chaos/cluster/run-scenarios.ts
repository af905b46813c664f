import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkDatabase } from '../check-database.ts';
import { checkScreens } from '../check-screens.ts';
import { openDatabase, withDatabase } from '../database.ts';
import { createLedger } from '../ledger.ts';
import { addPeople } from '../people.ts';
import { createPlan } from '../plan.ts';
import { createRandom } from '../random.ts';
import type { Random } from '../random.ts';
import { ROOT } from '../root.ts';
import { openConversations } from '../setup.ts';
import { openTabPool } from '../tab-pool.ts';
import type { TabPool } from '../tab-pool.ts';
import type { Scenario, ScenarioContext } from './scenarios.ts';
import { waitUntil } from '../wait.ts';
import { createWorkload } from './workload.ts';
import type { Failure } from './workload.ts';

export interface ScenarioResult {
  name: string;
  lost: number;
  twice: number;
  outOfOrder: number;
  failures: Failure[];
  /** From the end of the fault to the last failure or slow response. */
  seconds: number;
  slowestMessageSeconds: number;
  slowestResponseSeconds: number;
  done: Record<string, number>;
  unsettled: string | undefined;
  isInvisible: boolean;
  /** Faults since the start by where they were found, as JSON. */
  details: string;
}

/** Durations in ms. */
export interface Scale {
  clients: number;
  messagesPerSecond: number;
  before: number;
  outageMs: number;
  afterMs: number;
}

const SETTLE_TIMEOUT_MS = 120_000;
/** Slower deliveries and responses are not normal. */
const SLOW_MS = 2000;
const PASSWORD = 'Ask-me-nothing-2026';
const FILE_SHARE = 0.05;

interface Argon2 {
  hash(password: string, options: object): Promise<string>;
}

function startMessages(
  tabs: TabPool,
  plan: ReturnType<typeof createPlan>,
  random: Random,
  messagesPerSecond: number,
): () => void {
  let index = 0;
  const timer = setInterval(() => {
    const pair = random.integerBelow(plan.pairs.length);
    const person = random.pick(plan.pairs[pair] ?? []);
    const tab = random.pick([...plan.tabs.keys()].filter((one) => plan.tabs[one] === person));
    index += 1;
    tabs.write({
      tab,
      pair,
      text: `Message ${index}: ${'word '.repeat(random.integerBelow(40))}end`,
      hasFile: random.next() < FILE_SHARE,
    });
    if (index % 10 === 0) tabs.read({ tab, pair });
    if (index % 50 === 0) tabs.reload(random.integerBelow(plan.tabs.length));
  }, 1000 / messagesPerSecond);
  return () => clearInterval(timer);
}

/** Runs scenarios one after the other while users work. @param onResult receives each result */
export async function runScenarios(
  context: ScenarioContext,
  scenarios: readonly Scenario[],
  scale: Scale,
  seed: number,
  onResult: (result: ScenarioResult) => void,
): Promise<ScenarioResult[]> {
  const { cluster } = context;
  const random = createRandom(seed);
  const plan = createPlan({ clients: scale.clients, messages: 0, kills: 0, seconds: 1, seed, replicas: 1 });
  const ledger = createLedger();
  const { hash } = createRequire(join(ROOT, 'api/package.json'))('@node-rs/argon2') as Argon2;
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const database = await openDatabase(cluster.postgres.url);
  const people = await addPeople(database, plan.people, 'solver');
  const seekers = await addPeople(database, 3, 'seeker', passwordHash);
  const solvers = await addPeople(database, 3, 'solver', passwordHash);
  await database.close();
  const participants = await openConversations(cluster.url, people, plan, ledger);
  const tabs = openTabPool(cluster.url, plan, participants, ledger);
  const workload = createWorkload({ url: cluster.url, seekers, solvers, password: PASSWORD, random });
  if (!(await waitUntil(tabs.isSettled, SETTLE_TIMEOUT_MS)))
    throw new Error(`The pages did not open: ${tabs.describeUnsettled()}`);

  async function count() {
    const written = { ledger, people, tabs: plan.tabs, conversations: participants.conversations };
    const getIds = (tab: number) => tabs.getPairs(tab).map((pair) => participants.conversations[pair] ?? '');
    return withDatabase({ databaseUrl: cluster.postgres.url, dataDir: '' }, async (opened) => {
      const [{ faults, notifications, stored }, worked] = [await checkDatabase(opened, written), await workload.check(opened)];
      const screens = checkScreens(tabs.screens, getIds, stored);
      return {
        lost: faults.lost + faults.altered + screens.lost + screens.altered + notifications.missing + worked.lost,
        twice: faults.twice + screens.twice + notifications.tooMany + worked.twice + ledger.concurrentSends.length,
        outOfOrder: faults.outOfOrder + faults.gaps + screens.outOfOrder + screens.gaps,
        details: { stored: faults, screens, notifications, workload: worked, 'sent by two tabs at once': ledger.concurrentSends },
      };
    });
  }

  const countActions = () => ({
    messages: ledger.written.size,
    problems: workload.done.problems.length,
    bids: workload.done.bids.length,
    'sign-ins': workload.done.signIns,
    looks: workload.done.visits,
    'message requests broken': ledger.failedRequests,
  });

  let before: Pick<Awaited<ReturnType<typeof count>>, 'lost' | 'twice' | 'outOfOrder'> = { lost: 0, twice: 0, outOfOrder: 0 };
  const findings: ScenarioResult[] = [];
  for (const scenario of scenarios) {
    const [countsBefore, failed, waited] = [countActions(), workload.failures.length, workload.responseTimes.length];
    const knownMessages = ledger.written.size;
    workload.start();
    const stopMessages = startMessages(tabs, plan, random, scale.messagesPerSecond);
    await wait(scale.before);
    let faultEndedAt = Number.NaN;
    const scenarioFindings = await scenario.run(context, () => (faultEndedAt = performance.now()), scale.outageMs);
    await wait(scale.afterMs);
    stopMessages();
    const isDone = await Promise.race([workload.pause().then(() => true), wait(SETTLE_TIMEOUT_MS).then(() => false)]);
    const isSettled = (await waitUntil(tabs.isSettled, SETTLE_TIMEOUT_MS)) && isDone;
    const now = await count();
    const failures = workload.failures.slice(failed);
    const deliveries = [...ledger.written.values()]
      .slice(knownMessages)
      .flatMap(({ at, shownAt }) => (shownAt === undefined ? [] : [{ shownAt, time: shownAt - at }]));
    const waits = workload.responseTimes.slice(waited);
    const slow = [
      ...deliveries.filter(({ time }) => time > SLOW_MS).map(({ shownAt }) => shownAt),
      ...waits.filter(({ durationMs }) => durationMs > SLOW_MS).map(({ at }) => at),
    ];
    const last = Math.max(faultEndedAt, ...failures.map(({ at }) => at), ...slow);
    const countsAfter = countActions();
    const result: ScenarioResult = {
      name: scenario.name,
      lost: now.lost - before.lost + (scenarioFindings?.lost ?? 0),
      twice: now.twice - before.twice + (scenarioFindings?.twice ?? 0),
      outOfOrder: now.outOfOrder - before.outOfOrder,
      failures,
      seconds: (last - faultEndedAt) / 1000,
      slowestMessageSeconds: Math.max(0, ...deliveries.map(({ time }) => time)) / 1000,
      slowestResponseSeconds: Math.max(0, ...waits.map(({ durationMs }) => durationMs)) / 1000,
      // `countsAfter` and `countsBefore` have the same keys.
      done: Object.fromEntries(
        Object.entries(countsAfter).map(([name, amount]) => [name, amount - countsBefore[name as keyof typeof countsBefore]]),
      ),
      unsettled: isSettled ? undefined : `${isDone ? '' : 'Actions are unfinished. '}${tabs.describeUnsettled()}`,
      isInvisible: scenario.isInvisible === true,
      details: JSON.stringify({ ...now.details, scenario: scenarioFindings }),
    };
    before = now;
    findings.push(result);
    onResult(result);
    if (result.unsettled !== undefined) break;
  }
  tabs.close();
  return findings;
}
