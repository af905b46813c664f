import { setTimeout as wait } from 'node:timers/promises';
import { checkDatabase } from './check-database.ts';
import { checkScreens } from './check-screens.ts';
import { withDatabase } from './database.ts';
import type { DatabaseLocation } from './database.ts';
import { createLedger } from './ledger.ts';
import { openNetwork } from './network.ts';
import type { Network } from './network.ts';
import type { Options } from './options.ts';
import { createPlan } from './plan.ts';
import type { Plan } from './plan.ts';
import { createRandom } from './random.ts';
import type { Findings } from './report.ts';
import { createServers } from './servers.ts';
import type { Servers } from './servers.ts';
import { createPeople, openConversations } from './setup.ts';
import { openTabPool } from './tab-pool.ts';
import type { TabPool } from './tab-pool.ts';
import { waitUntil } from './wait.ts';

const SETTLE_TIMEOUT_MS = 120_000;

/** Performs each action at its time. @returns how often each was done */
async function perform(plan: Plan, tabs: TabPool, network: Network, servers: Servers, seed: number): Promise<Findings['done']> {
  const random = createRandom(seed + 1);
  const counts = { kills: 0, drops: 0, reloads: 0, reads: 0 };
  const restarts: Promise<void>[] = [];
  const begin = performance.now();
  for (const action of plan.actions) {
    await wait(Math.max(0, begin + action.at - performance.now()));
    if (action.kind === 'write') tabs.write(action);
    if (action.kind === 'cut-request') network.cutRequest();
    if (action.kind === 'cut-response') network.cutResponse();
    if (action.kind === 'drop' && network.dropSocket((count) => random.integerBelow(count))) counts.drops += 1;
    if (action.kind === 'read') {
      tabs.read(action);
      counts.reads += 1;
    }
    if (action.kind === 'reload') {
      tabs.reload(action.tab);
      counts.reloads += 1;
    }
    if (action.kind === 'kill') {
      restarts.push(servers.killAndRestart(action.replica, action.pause));
      counts.kills += 1;
    }
  }
  await Promise.all(restarts);
  const { requests, responses } = network.cuts;
  return { ...counts, 'requests cut': requests, 'responses cut': responses };
}

/** Runs a plan against real servers with the client's own code. @param location of an empty database */
export async function run(options: Options, location: DatabaseLocation, redisUrl: string | undefined): Promise<Findings> {
  const plan = createPlan(options);
  const ledger = createLedger();
  const servers = await createServers(options.replicas, location, redisUrl);
  const people = await createPeople(servers, location, plan);
  const network = await openNetwork(servers.route);
  const participants = await openConversations(network.url, people, plan, ledger);
  const tabs = openTabPool(network.url, plan, participants, ledger);
  if (!(await waitUntil(tabs.isSettled, SETTLE_TIMEOUT_MS)))
    throw new Error(`The pages did not open: ${tabs.describeUnsettled()}`);
  const begin = performance.now();
  const counts = await perform(plan, tabs, network, servers, options.seed);
  const isSettled = await waitUntil(tabs.isSettled, SETTLE_TIMEOUT_MS);
  const seconds = (performance.now() - begin) / 1000;
  const unsettled = isSettled ? undefined : tabs.describeUnsettled();
  tabs.close();
  network.close();
  await servers.stopAll();
  const record = { ledger, people, tabs: plan.tabs, conversations: participants.conversations };
  const database = await withDatabase(location, (opened) => checkDatabase(opened, record));
  const getIds = (tab: number) => tabs.getPairs(tab).map((pair) => participants.conversations[pair] ?? '');
  return { database, screens: checkScreens(tabs.screens, getIds, database.stored), ledger, seconds, done: counts, unsettled };
}
