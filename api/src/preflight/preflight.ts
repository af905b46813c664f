import { join } from 'node:path';
import { bucketProblem } from '@solvent/object-store';
import { openChannel, openReleaseStore, placeProblem } from '@solvent/releases';
import { requireFreePort, requireWritable } from '../../../scripts/setup/settings.mjs';
import { StartError } from '../../../scripts/setup/start-error.mjs';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { TookTooLong, within } from '../platform/within.ts';
import { cautions } from './cautions.ts';
import { credentialsProblem } from './credentials.ts';
import { databaseProblem, reasonOf, redisProblem } from './reach.ts';

/** All of it (ms): what hangs longer, such as the look-up of a name, is given up. */
const TIMEOUT = 10_000;

/** What a check found: a sentence for each thing that is wrong. */
type Finding = string | undefined;

/** The sentence of a check that throws it. */
async function refusalOf(check: () => Promise<void> | void): Promise<Finding> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message;
  }
}

/** Which setting keeps the start waiting is in the sentence. */
async function inTime(setting: string, check: Promise<Finding>): Promise<Finding> {
  try {
    return await within(TIMEOUT, setting, check);
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    return `What ${setting} names did not answer within ${TIMEOUT / 1000} s: check the address, and that it runs.`;
  }
}

function releasesProblem({ releases, dataDir, env }: Config): Promise<Finding> {
  // In development "delivery deploy" may come later, as it does in "npm start".
  const mustExist = env === 'production' && releases !== join(dataDir, 'releases');
  return placeProblem(releases, mustExist);
}

/** What the settings need a data folder for: the embedded database, or files. */
function dataFolderProblem({ databaseUrl, bucket, dataDir }: Config): Promise<Finding> {
  if (databaseUrl !== undefined && bucket !== undefined) return Promise.resolve(undefined);
  return refusalOf(() => requireWritable(dataDir));
}

/** What to tell the operator although the start goes on. */
export interface Notes {
  /** What may be meant so, and may have been forgotten. */
  warnings: string[];
  /** What is to be expected in development. */
  hints: string[];
}

async function channelNote({ releases, channel }: Config): Promise<string | undefined> {
  try {
    if ((await openChannel(openReleaseStore(releases), channel).lastNumber()) > 0) return undefined;
    return `Nothing is live in the channel ${channel} (CHANNEL): pages are there as soon as "pnpm delivery deploy --channel ${channel}" or a promotion puts something into it.`;
  } catch (error) {
    return `What is live in the channel ${channel} (CHANNEL) cannot be read (${reasonOf(error)}).`;
  }
}

/**
 * Looks whether a server could run on these settings, by reaching everything that they name, before anything is changed: no
 * folder is made, no table, no object, and no port stays open.
 *
 * @param options `port`: whether the port must be free; a server that runs may have it
 * @returns what is no reason not to start
 * @throws StartupError with a sentence, on a line of its own, for each thing that is wrong
 */
export async function preflight(config: Config, { port }: { port: boolean }): Promise<Notes> {
  const { databaseUrl, redisUrl, bucket } = config;
  const problems = await Promise.all([
    dataFolderProblem(config),
    databaseUrl === undefined ? undefined : inTime('DATABASE_URL', databaseProblem(databaseUrl, config)),
    redisUrl === undefined ? undefined : inTime('REDIS_URL', redisProblem(redisUrl)),
    bucket === undefined ? undefined : inTime('FILES_URL', bucketProblem('FILES_URL', bucket)),
    inTime('RELEASES_URL', releasesProblem(config)),
    Promise.resolve(credentialsProblem(config.identity)),
    port ? refusalOf(() => requireFreePort(config.port, config.host, 'PORT')) : undefined,
  ]);
  const told = problems.filter((problem) => problem !== undefined);
  if (told.length > 0) throw new StartupError(told.join('\n'));
  const note = await inTime('CHANNEL', channelNote(config));
  const notes = note === undefined ? [] : [note];
  const warnings = cautions(config);
  return config.env === 'production' ? { warnings: [...warnings, ...notes], hints: [] } : { warnings, hints: notes };
}
