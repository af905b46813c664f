import { bucketAddress, bucketProblem } from '@solvent/object-store';
import type { ObjectStore } from '@solvent/object-store';
import { newestGood, openChannel, openReleaseStore, placeProblem } from '@solvent/releases';
import { createReleaseReader } from '../../features/site/release-files.ts';
import type { Config } from '../../platform/config/config.ts';
import { newId } from '../../platform/db/new-id.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { diskProblem, readDataDisk, usesDataFolder } from '../../platform/objects/data-disk.ts';
import { createFiles } from '../../platform/objects/files.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { getErrorMessage } from '../../platform/errors/error-code.ts';
import { missingFilesProblem } from '../missing-files.ts';
import { fail, failed, ok, warnInProduction } from './finding.ts';
import type { Finding } from './finding.ts';

const TIMEOUT = 15_000;
const PROBE = 'Written by "pnpm solvent doctor", which removes it.';

/** The store's own words, where ours for callers hide them. */
const getCause = (error: unknown) =>
  getErrorMessage(error instanceof Error && error.cause instanceof Error ? error.cause : error);

/** Advice for a failing store. */
function adviceOn(error: unknown): string {
  if (error instanceof AppError && error.code === 'storage_full')
    return 'make room on its disk, or mount it so that it can be written';
  return 'see to the store, and let this key or user write, read and delete there';
}

/** Writes an object, reads it and removes it. @returns what of that did not work, and what to do */
async function tryOut(files: ObjectStore): Promise<string | undefined> {
  const key = `solvent-doctor-${newId()}`;
  let doing = 'written';
  try {
    await files.put(key, PROBE);
    doing = 'read';
    const content = await files.readAll(key);
    if (content?.toString() !== PROBE) return `was written and is read otherwise: ${adviceOn(undefined)}`;
    doing = 'removed';
    await files.delete(key);
    return undefined;
  } catch (error) {
    return `cannot be ${doing} (${getCause(error)}): ${adviceOn(error)}`;
  }
}

/** Whether files can be kept. */
export async function examineFiles(config: Config): Promise<Finding> {
  const { bucket, dataDir, env, redisUrl } = config;
  const problem = bucket && (await bucketProblem('FILES_URL', bucket));
  if (problem !== undefined) return failed('files', problem);
  const wrong = await withTimeout(TIMEOUT, 'The store', tryOut(createFiles(config))).catch(
    (error: unknown) => `was not written (${getErrorMessage(error)}): ${adviceOn(error)}`,
  );
  const place = bucket === undefined ? `the folder ${dataDir}` : `the bucket ${bucket.bucket}`;
  if (wrong !== undefined) return fail('files', `An object in ${place} ${wrong}.`);
  // A database that cannot be read is reported by examineDatabase.
  const missing = await withTimeout(TIMEOUT, 'The store', missingFilesProblem(config)).catch(() => undefined);
  if (missing !== undefined) return fail('files', missing);
  if (bucket === undefined && redisUrl !== undefined)
    return warnInProduction(
      env,
      'files',
      `They are in ${dataDir}, on this machine alone, and REDIS_URL is set, as for several servers: set FILES_URL before a second one starts.`,
    );
  return ok('files', `An object was written, read and removed in ${place}.`);
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** Checks the free space of the data folder, if anything is stored there. */
export async function examineDisk(config: Config): Promise<Finding[]> {
  if (!usesDataFolder(config)) return [];
  const { dataDir } = config;
  try {
    const disk = await withTimeout(TIMEOUT, 'The disk', readDataDisk(dataDir));
    const problem = diskProblem(disk);
    if (problem !== undefined) return [fail('disk', `${problem} Make room for ${dataDir}, or let it be written to.`)];
    return [ok('disk', `${gigabytes(disk.free)} of ${gigabytes(disk.size)} are free for ${dataDir}.`)];
  } catch (error) {
    return [fail('disk', `The disk of ${dataDir} cannot be read (${getErrorMessage(error)}): see to it, or correct DATA_DIR.`)];
  }
}

/** Whether there is something to show. */
export async function examineReleases({ releases, channel, env }: Config): Promise<Finding> {
  const problem = await placeProblem(releases, env === 'production');
  if (problem !== undefined) return failed('releases', problem);
  const store = openReleaseStore(releases);
  const place = bucketAddress(releases)?.bucket ?? releases;
  try {
    const pointer = await withTimeout(TIMEOUT, 'The release store', openChannel(store, channel).current());
    const live = await withTimeout(TIMEOUT, 'The release store', newestGood(store, channel, pointer));
    if (live !== undefined) {
      const { revision, shell } = live.document;
      await withTimeout(TIMEOUT, 'The release store', createReleaseReader(store).requireShell(shell.version));
      return ok('releases', `Revision ${revision} of ${channel} is live.`);
    }
    return fail(
      'releases',
      `Nothing is live in the channel ${channel} of ${place}, so every page fails and no server is ready: run "pnpm delivery deploy --channel ${channel}", or correct CHANNEL.`,
    );
  } catch (error) {
    return fail(
      'releases',
      `What is live in the channel ${channel} of ${place} cannot be read (${getErrorMessage(error)}): see to the store.`,
    );
  }
}
