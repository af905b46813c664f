import { createHash } from 'node:crypto';
import { storeLayout } from '@solvent/federation/manifest';
import { bucketAddress } from '@solvent/object-store';
import { findRelease, newestGood, openChannel, openReleaseStore } from '@solvent/releases';
import { createReleaseReader } from '../features/site/index.ts';
import type { Config } from '../platform/config/config.ts';
import { newId } from '../platform/db/new-id.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { getErrorMessage, getRootCause } from '../platform/errors/error-code.ts';
import { diskProblem, readDataDisk, usesDataFolder } from '../platform/objects/data-disk.ts';
import { createFiles } from '../platform/objects/files.ts';
import { fail, ok, TIMEOUT_MS, warn } from './finding.ts';
import type { Check } from './finding.ts';

const PROBE = 'Written by "pnpm solvent doctor", which removes it.';

/** Writes an object, reads it and removes it. */
export const checkFiles: Check = async (config) => {
  const files = createFiles(config);
  const store = config.bucket === undefined ? `the folder ${config.dataDir}` : `the bucket ${config.bucket.bucket}`;
  const key = `solvent-doctor-${newId()}`;
  let step = 'written';
  try {
    await files.put(key, PROBE);
    step = 'read';
    if (String(await files.readAll(key)) !== PROBE) throw new Error('it reads differently');
    step = 'removed';
    await files.delete(key);
    return ok(`An object was written, read and removed in ${store}.`);
  } catch (error) {
    const isFull = error instanceof AppError && error.code === 'storage_full';
    const advice = isFull
      ? 'make room on its disk, or make it writable'
      : 'check the store, and that this key or user may write, read and delete there';
    return fail(`An object in ${store} cannot be ${step} (${getErrorMessage(getRootCause(error))}): ${advice}.`);
  }
};

const formatGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

export const checkDisk: Check = async (config) => {
  if (!usesDataFolder(config)) return undefined;
  const { dataDir } = config;
  const disk = await readDataDisk(dataDir);
  const problem = diskProblem(disk);
  if (problem !== undefined) return fail(`${problem} Make room for ${dataDir}, or make it writable.`);
  return ok(`${formatGigabytes(disk.free)} of ${formatGigabytes(disk.size)} are free for ${dataDir}.`);
};

async function openLive({ releases, channel }: Config) {
  const store = openReleaseStore(releases);
  const live = await newestGood(store, channel, await openChannel(store, channel).current());
  return { store, live: live?.document };
}

export const checkReleases: Check = async (config) => {
  const { releases, channel } = config;
  const inStore = `in the channel ${channel} of ${bucketAddress(releases)?.bucket ?? releases}`;
  try {
    const { store, live } = await openLive(config);
    if (live === undefined)
      return fail(
        `Nothing is live ${inStore}, so every page fails and no server is ready: run "pnpm delivery deploy --channel ${channel}", or correct CHANNEL.`,
      );
    await createReleaseReader(store).requireShell(live.shell.version);
    return ok(`Revision ${live.revision} of ${channel} is live.`);
  } catch (error) {
    return fail(`What is live ${inStore} cannot be read (${getErrorMessage(error)}): check the store.`);
  }
};

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

async function findAssetProblem(assetsUrl: string, { key, integrity }: Asset, origin: string): Promise<string | undefined> {
  const url = `${assetsUrl}/${key}`;
  try {
    const response = await fetch(url, { headers: { origin }, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const bytes = Buffer.from(await response.arrayBuffer());
    const allowed = response.headers.get('access-control-allow-origin');
    const type = response.headers.get('content-type') ?? 'no type';
    if (!response.ok) return `answers ${response.status} for ${url}: everyone must be able to read files of releases`;
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
export const checkAssets: Check = async (config) => {
  const { assetsUrl, publicUrl, port } = config;
  if (assetsUrl === undefined) return undefined;
  const origin = publicUrl === undefined ? `http://localhost:${port}` : new URL(publicUrl).origin;
  const location = `ASSETS_URL (${assetsUrl})`;
  const entries = await listEntries(config);
  const results = await Promise.all(entries.map((entry) => findAssetProblem(assetsUrl, entry, origin)));
  const problem = results.find((result) => result !== undefined);
  if (problem !== undefined) return warn(`${location} ${problem}. Until then pages load files from the servers, later.`);
  return ok(`${location} sends the ${entries.length} live entry scripts, as they were published, to pages of ${origin}.`);
};
