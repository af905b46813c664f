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

/** Checks that browsers can load the shell's first script from ASSETS_URL. Otherwise they load files from the servers, later. */
export const checkAssets: Check = async (config) => {
  const { assetsUrl, publicUrl, port } = config;
  const { store, live } = await openLive(config);
  if (assetsUrl === undefined || live === undefined) return undefined;
  const origin = publicUrl === undefined ? `http://localhost:${port}` : new URL(publicUrl).origin;
  const release = await findRelease(store, 'shell', live.shell.version);
  const file = release?.files.find(({ path }) => path === release.build.entry);
  if (file === undefined) return undefined;
  const url = `${assetsUrl}/${storeLayout.file('shell', live.shell.version, file.path)}`;
  const toWarning = (what: string) => warn(`ASSETS_URL ${what}. Until then pages load files from the servers, later.`);
  try {
    const response = await fetch(url, { headers: { origin }, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const bytes = Buffer.from(await response.arrayBuffer());
    const allowed = response.headers.get('access-control-allow-origin');
    const type = response.headers.get('content-type') ?? 'no type';
    if (!response.ok) return toWarning(`answers ${response.status} for ${url}: everyone must be able to read files of releases`);
    if (allowed !== '*' && allowed !== origin)
      return toWarning(`sends ${url} without Access-Control-Allow-Origin for ${origin}, so browsers reject it: let it send "*"`);
    if (!/javascript/.test(type))
      return toWarning(`sends ${url} as ${type}: let it pass on the type of the store or the servers`);
    if (file.integrity !== `sha256-${createHash('sha256').update(bytes).digest('base64')}`)
      return toWarning(
        `sends ${url} with other bytes than were published, so browsers reject it: let nothing change files in transit, and check that it reads the store of this channel`,
      );
    return ok(`${url} arrives as it was published, for pages of ${origin}.`);
  } catch (error) {
    return toWarning(`does not answer for ${url} (${getErrorMessage(getRootCause(error))}): check the address, and that it runs`);
  }
};
