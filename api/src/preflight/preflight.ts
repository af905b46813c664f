import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { bucketProblem } from '@solvent/object-store';
import type { Problem } from '@solvent/object-store';
import { openChannel, openReleaseStore, placeProblem } from '@solvent/releases';
import { requireFreePort, requireWritable } from '../../../scripts/setup/settings.mjs';
import { StartError } from '../../../scripts/setup/start-error.mjs';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { usesDataFolder } from '../platform/objects/data-disk.ts';
import { TimeoutError, withTimeout } from '../platform/with-timeout.ts';
import { getErrorMessage } from '../platform/errors/error-code.ts';
import { cautions } from './cautions.ts';
import { credentialsProblem } from './credentials.ts';
import { databaseProblem, otherServerCheck, redisProblem } from './reach.ts';

/** All of it (ms): what hangs longer, such as the look-up of a name, is given up. */
const TIMEOUT = 10_000;
const RETRY_INTERVAL_MS = 1000;

/** Result of a check. */
type Finding = Problem | undefined;

/** The sentence of a check that throws it. */
async function runCheck(check: () => Promise<void> | void): Promise<Finding> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { sentence: error.message, away: false };
  }
}

/** Which setting keeps the start waiting is in the sentence. */
async function inTime(setting: string, check: Promise<Finding>): Promise<Finding> {
  try {
    return await withTimeout(TIMEOUT, setting, check);
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    const sentence = `What ${setting} names did not answer within ${TIMEOUT / 1000} s: check the address, and that it runs.`;
    return { sentence, away: true };
  }
}

function releasesProblem({ releases, dataDir, env }: Config): Promise<Finding> {
  // In development "delivery deploy" may come later, as it does in "npm start".
  const mustExist = env === 'production' && releases !== join(dataDir, 'releases');
  return placeProblem(releases, mustExist);
}

/** Reason for a data folder: the embedded database, or files. */
async function dataFolderProblem(config: Config): Promise<Finding> {
  return usesDataFolder(config) ? runCheck(() => requireWritable(config.dataDir)) : undefined;
}

/** Messages for the operator of a server that starts. */
export interface Notes {
  /** Possibly forgotten settings. */
  warnings: string[];
  /** Expected in development. */
  hints: string[];
}

async function channelNote({ releases, channel }: Config): Promise<string | undefined> {
  const reading = openChannel(openReleaseStore(releases), channel).lastNumber();
  try {
    if ((await withTimeout(TIMEOUT, 'The release store', reading)) > 0) return undefined;
    return `Nothing is live in the channel ${channel} (CHANNEL): pages are there as soon as "pnpm delivery deploy --channel ${channel}" or a promotion puts something into it.`;
  } catch (error) {
    return `What is live in the channel ${channel} (CHANNEL) cannot be read (${getErrorMessage(error)}).`;
  }
}

/**
 * Connects to every configured service. @param port true before a start: the port must be free, and no other server without Redis
 * may run
 */
function listChecks(config: Config, port: boolean): (() => Promise<Finding>)[] {
  const { databaseUrl, redisUrl, bucket } = config;
  const otherServer = port && databaseUrl !== undefined && redisUrl === undefined ? otherServerCheck(databaseUrl) : undefined;
  return [
    () => dataFolderProblem(config),
    ...(databaseUrl === undefined ? [] : [() => inTime('DATABASE_URL', databaseProblem(databaseUrl, config))]),
    ...(otherServer === undefined ? [] : [() => inTime('DATABASE_URL', otherServer())]),
    ...(redisUrl === undefined ? [] : [() => inTime('REDIS_URL', redisProblem(redisUrl))]),
    ...(bucket === undefined ? [] : [() => inTime('FILES_URL', bucketProblem('FILES_URL', bucket))]),
    () => inTime('RELEASES_URL', releasesProblem(config)),
    async () => credentialsProblem(config.identity),
    ...(port ? [() => runCheck(() => requireFreePort(config.port, config.host, 'PORT'))] : []),
  ];
}

/** How long what does not answer is waited for. */
export interface Patience {
  seconds: number;
  /** Receives each reason for waiting once. */
  onWait(sentence: string): void;
}

/** Runs all checks. Services that do not respond yet are tried again until the time is over; any other problem ends the wait. */
async function findProblems(checks: (() => Promise<Finding>)[], { seconds, onWait }: Patience): Promise<Problem[]> {
  const since = performance.now();
  const reported = new Set<string>();
  let left = checks;
  for (;;) {
    const findings = await Promise.all(left.map(async (check) => ({ check, problem: await check() })));
    const failed = findings.flatMap(({ check, problem }) => (problem === undefined ? [] : [{ check, problem }]));
    const problems = failed.map(({ problem }) => problem);
    const remaining = seconds - (performance.now() - since) / 1000;
    if (problems.length === 0 || remaining <= 0 || problems.some(({ away }) => !away)) return problems;
    for (const { sentence } of problems) {
      if (!reported.has(sentence)) onWait(`Waiting for up to ${Math.ceil(remaining)} s. ${sentence}`);
      reported.add(sentence);
    }
    await wait(Math.min(RETRY_INTERVAL_MS, remaining * 1000));
    left = failed.map(({ check }) => check);
  }
}

/**
 * Looks whether a server could run on these settings, by reaching everything that they name, before anything is changed: no
 * folder is made, no table, no object, and no port stays open.
 *
 * @param options `port`: whether the port must be free; a server that runs may have it. `patience`: for what does not answer yet;
 *   by default nothing is waited for
 * @returns what is no reason not to start
 * @throws StartupError with a sentence, on a line of its own, for each thing that is wrong
 */
export async function preflight(
  config: Config,
  { port, patience = { seconds: 0, onWait: () => {} } }: { port: boolean; patience?: Patience },
): Promise<Notes> {
  const problems = await findProblems(listChecks(config, port), patience);
  if (problems.length > 0) throw new StartupError(problems.map(({ sentence }) => sentence).join('\n'));
  const note = await channelNote(config);
  const notes = note === undefined ? [] : [note];
  const warnings = cautions(config);
  return config.env === 'production' ? { warnings: [...warnings, ...notes], hints: [] } : { warnings, hints: notes };
}
