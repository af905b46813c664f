import { checkDatabase } from './check-database.ts';
import { checkScreens } from './check-screens.ts';
import { withDatabase } from './database.ts';
import type { Place } from './database.ts';
import { emptyLedger } from './ledger.ts';
import { openNetwork } from './network.ts';
import type { Network } from './network.ts';
import type { Options } from './options.ts';
import { planOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { createChance } from './random.ts';
import type { Findings } from './report.ts';
import { createServers } from './servers.ts';
import type { Servers } from './servers.ts';
import { addCast, meet } from './set-up.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';
import { rest, untilTrue } from './wait.ts';

/** How long after the last thing done everybody must have everything (ms). */
const REST_WITHIN = 120_000;

/** Does all that is planned, each at its moment; gives how often what was done. */
async function perform(plan: Plan, stage: Stage, network: Network, servers: Servers, seed: number): Promise<Findings['done']> {
  const chance = createChance(seed + 1);
  const done = { kills: 0, drops: 0, reloads: 0, reads: 0 };
  const restarts: Promise<void>[] = [];
  const begin = performance.now();
  for (const action of plan.actions) {
    await rest(Math.max(0, begin + action.at - performance.now()));
    if (action.kind === 'write') stage.write(action);
    if (action.kind === 'cut-request') network.cutRequest();
    if (action.kind === 'cut-answer') network.cutAnswer();
    if (action.kind === 'drop' && network.dropSocket((count) => chance.below(count))) done.drops += 1;
    if (action.kind === 'read') {
      stage.read(action);
      done.reads += 1;
    }
    if (action.kind === 'reload') {
      stage.reload(action.tab);
      done.reloads += 1;
    }
    if (action.kind === 'kill') {
      restarts.push(servers.killOne(action.replica, action.pause));
      done.kills += 1;
    }
  }
  await Promise.all(restarts);
  const { requests, answers } = network.cuts;
  return { ...done, 'requests cut': requests, 'answers cut': answers };
}

/**
 * Plays a plan against real servers with the client's own code, and holds what comes of it against what was written.
 *
 * @param place a database that nobody uses, and a data folder
 */
export async function run(options: Options, place: Place, redisUrl: string | undefined): Promise<Findings> {
  const plan = planOf(options);
  const ledger = emptyLedger();
  const servers = await createServers(options.replicas, place, redisUrl);
  const people = await addCast(servers, place, plan);
  const network = await openNetwork(servers.route);
  const cast = await meet(network.url, people, plan, ledger);
  const stage = openStage(network.url, plan, cast, ledger);
  if (!(await untilTrue(stage.isAtRest, REST_WITHIN))) throw new Error(`The pages did not open: ${stage.unrest()}`);
  const begin = performance.now();
  const done = await perform(plan, stage, network, servers, options.seed);
  const isAtRest = await untilTrue(stage.isAtRest, REST_WITHIN);
  const seconds = (performance.now() - begin) / 1000;
  const unrest = isAtRest ? undefined : stage.unrest();
  stage.close();
  network.close();
  await servers.stopAll();
  const world = { ledger, people, tabs: plan.tabs, conversations: cast.conversations };
  const database = await withDatabase(place, (opened) => checkDatabase(opened, world));
  const idsOf = (tab: number) => stage.pairsOf(tab).map((pair) => cast.conversations[pair] ?? '');
  return { database, screens: checkScreens(stage.screens, idsOf, database.stored), ledger, seconds, done, unrest };
}
