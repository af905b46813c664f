import { createHash } from 'node:crypto';
import { storeLayout } from '@solvent/federation/manifest';
import { bucketAddress, bucketProblem } from '@solvent/object-store';
import type { ObjectStore } from '@solvent/object-store';
import { findRelease, newestGood, openChannel, openReleaseStore, placeProblem } from '@solvent/releases';
import { createReleaseReader } from '../../features/site/index.ts';
import type { Config } from '../../platform/config/config.ts';
import { newId } from '../../platform/db/new-id.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { getErrorMessage, getRootCause } from '../../platform/errors/error-code.ts';
import { diskProblem, readDataDisk, usesDataFolder } from '../../platform/objects/data-disk.ts';
import { createFiles } from '../../platform/objects/files.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { fail, missingFilesProblem, ok, STORE_TIMEOUT_MS, TIMEOUT_MS, warn, warnInProduction } from '../probes.ts';
import type { Finding } from '../probes.ts';

const PROBE = 'Written by "pnpm solvent doctor", which removes it.';

const limitStore = <Result>(work: Promise<Result>) => withTimeout(STORE_TIMEOUT_MS, 'The store', work);

const getAdvice = (error?: unknown): string =>
  error instanceof AppError && error.code === 'storage_full'
    ? 'make room on its disk, or make it writable'
    : 'check the store, and that this key or user may write, read and delete there';

/** Writes an object, reads it and removes it. @returns what failed, and what to do */
async function tryOut(files: ObjectStore): Promise<string | undefined> {
  const key = `solvent-doctor-${newId()}`;
  let step = 'written';
  try {
    await files.put(key, PROBE);
    step = 'read';
    const content = await files.readAll(key);
    if (content?.toString() !== PROBE) return `was written, and reads differently: ${getAdvice()}`;
    step = 'removed';
    await files.delete(key);
    return undefined;
  } catch (error) {
    return `cannot be ${step} (${getErrorMessage(getRootCause(error))}): ${getAdvice(error)}`;
  }
}

export async function examineFiles(config: Config): Promise<Finding> {
  const { bucket, dataDir, env, redisUrl } = config;
  const problem = bucket && (await bucketProblem('FILES_URL', bucket));
  if (problem !== undefined) return fail(problem.sentence);
  const failure = await limitStore(tryOut(createFiles(config))).catch(
    (error: unknown) => `was not written (${getErrorMessage(error)}): ${getAdvice(error)}`,
  );
  const store = bucket === undefined ? `the folder ${dataDir}` : `the bucket ${bucket.bucket}`;
  if (failure !== undefined) return fail(`An object in ${store} ${failure}.`);
  const missing = await missingFilesProblem(config);
  if (missing !== undefined) return fail(missing);
  if (bucket !== undefined || redisUrl === undefined) return ok(`An object was written, read and removed in ${store}.`);
  return warnInProduction(
    env,
    `They are in ${dataDir}, on this machine alone, and REDIS_URL is set, as for several servers: set FILES_URL before a second one starts.`,
  );
}

const formatGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

export async function examineDisk(config: Config): Promise<Finding | undefined> {
  if (!usesDataFolder(config)) return undefined;
  const { dataDir } = config;
  try {
    const disk = await withTimeout(STORE_TIMEOUT_MS, 'The disk', readDataDisk(dataDir));
    const problem = diskProblem(disk);
    if (problem !== undefined) return fail(`${problem} Make room for ${dataDir}, or make it writable.`);
    return ok(`${formatGigabytes(disk.free)} of ${formatGigabytes(disk.size)} are free for ${dataDir}.`);
  } catch (error) {
    return fail(`The disk of ${dataDir} cannot be read (${getErrorMessage(error)}): check it, or correct DATA_DIR.`);
  }
}

async function openLive({ releases, channel }: Config) {
  const store = openReleaseStore(releases);
  const live = await newestGood(store, channel, await openChannel(store, channel).current());
  return { store, live: live?.document };
}

export async function examineReleases(config: Config): Promise<Finding> {
  const { releases, channel, env } = config;
  const problem = await placeProblem(releases, env === 'production');
  if (problem !== undefined) return fail(problem.sentence);
  const inStore = `in the channel ${channel} of ${bucketAddress(releases)?.bucket ?? releases}`;
  try {
    const { store, live } = await limitStore(openLive(config));
    if (live === undefined)
      return fail(
        `Nothing is live ${inStore}, so every page fails and no server is ready: run "pnpm delivery deploy --channel ${channel}", or correct CHANNEL.`,
      );
    await limitStore(createReleaseReader(store).requireShell(live.shell.version));
    return ok(`Revision ${live.revision} of ${channel} is live.`);
  } catch (error) {
    return fail(`What is live ${inStore} cannot be read (${getErrorMessage(error)}): check the store.`);
  }
}

interface Asset {
  key: string;
  integrity: string;
}

/** The first script of the live shell and of each live remote, as far as the store has them. */
async function listEntries(config: Config): Promise<Asset[]> {
  const { store, live } = await openLive(config);
  if (live === undefined) return [];
  const entries = [{ name: 'shell', version: live.shell.version }, ...live.remotes].map(async ({ name, version }) => {
    const release = await findRelease(store, name, version);
    const file = release?.files.find(({ path }) => path === release.build.entry);
    return file && { key: storeLayout.file(name, version, file.path), integrity: file.integrity };
  });
  return (await Promise.all(entries)).filter((entry) => entry !== undefined);
}

async function assetProblem(assetsUrl: string, { key, integrity }: Asset, origin: string): Promise<string | undefined> {
  const url = `${assetsUrl}/${key}`;
  try {
    const response = await fetch(url, { headers: { origin }, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const bytes = Buffer.from(await response.arrayBuffer());
    const allowed = response.headers.get('access-control-allow-origin');
    const type = response.headers.get('content-type') ?? 'no type';
    if (!response.ok)
      return `answers ${response.status} for ${url}: check where it leads, and that everyone may read files of releases`;
    if (allowed !== '*' && allowed !== origin)
      return `sends ${url} without Access-Control-Allow-Origin for ${origin}, so browsers reject it: let it send "*"`;
    if (!/javascript/.test(type)) return `sends ${url} as ${type}: let it pass on the type that the store or the servers send`;
    if (integrity !== `sha256-${createHash('sha256').update(bytes).digest('base64')}`)
      return `sends ${url} with other bytes than were published, so browsers reject it: let nothing change files in transit, and check that it reads the store of this channel`;
    return undefined;
  } catch (error) {
    return `does not answer for ${url} (${getErrorMessage(getRootCause(error))}): check the address, and that it runs`;
  }
}

/** Checks that browsers can load files of releases from ASSETS_URL. Otherwise they load them from the servers, later. */
export async function examineAssets(config: Config): Promise<Finding | undefined> {
  const { assetsUrl, publicUrl, port } = config;
  if (assetsUrl === undefined) return undefined;
  const origin = publicUrl === undefined ? `http://localhost:${port}` : new URL(publicUrl).origin;
  const location = `ASSETS_URL (${assetsUrl})`;
  try {
    const entries = await limitStore(listEntries(config));
    if (entries.length === 0) return warn(`${location} was not checked: nothing is live whose files it could send.`);
    const results = await Promise.all(entries.map((entry) => assetProblem(assetsUrl, entry, origin)));
    const [problem, ...others] = results.filter((result) => result !== undefined);
    if (problem === undefined)
      return ok(`${location} sends the live entry scripts, as they were published, to pages of ${origin}.`);
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return warn(`${location} ${problem}${more}. Until then pages load files from the servers, later; or leave it out.`);
  } catch (error) {
    return warn(`${location} was not checked: the release store cannot be read (${getErrorMessage(error)}).`);
  }
}
