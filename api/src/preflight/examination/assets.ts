import { createHash } from 'node:crypto';
import { storeLayout } from '@solvent/federation/manifest';
import { findRelease, newestGood, openChannel, openReleaseStore } from '@solvent/releases';
import type { ReleaseStore } from '@solvent/releases';
import type { Config } from '../../platform/config/config.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { getErrorMessage } from '../../platform/errors/error-code.ts';
import { ok, warn } from './finding.ts';
import type { Finding } from './finding.ts';

const TIMEOUT = 8000;
const STORE_TIMEOUT = 15_000;

/** A file that pages request. */
interface BackupOptions {
  /** Its key in the store, which is its address as well. */
  key: string;
  integrity: string;
}

/** The first script of the shell and of each remote that is live, as far as the store has them. */
async function liveEntries(store: ReleaseStore, channel: string): Promise<BackupOptions[]> {
  const live = await newestGood(store, channel, await openChannel(store, channel).current());
  if (live === undefined) return [];
  const { shell, remotes } = live.document;
  const parts = [{ name: 'shell', version: shell.version }, ...remotes];
  const found = await Promise.all(
    parts.map(async ({ name, version }) => {
      const release = await findRelease(store, name, version);
      const file = release?.files.find(({ path }) => path === release.build.entry);
      return file && { key: storeLayout.file(name, version, file.path), integrity: file.integrity };
    }),
  );
  return found.filter((one) => one !== undefined);
}

/** Requests a file as a browser does for a page of the product. @returns the problem */
async function findProblem(assetsUrl: string, { key, integrity }: BackupOptions, origin: string): Promise<string | undefined> {
  const url = `${assetsUrl}/${key}`;
  try {
    const answer = await fetch(url, { headers: { origin }, signal: AbortSignal.timeout(TIMEOUT) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const allowed = answer.headers.get('access-control-allow-origin');
    const type = answer.headers.get('content-type') ?? 'no type';
    if (!answer.ok) return `answers ${answer.status} for ${url}: see where it leads, and that anybody may read files of releases`;
    if (allowed !== '*' && allowed !== origin)
      return `sends ${url} without Access-Control-Allow-Origin for ${origin}, so that browsers refuse it: let it send "*"`;
    if (!/javascript/.test(type)) return `sends ${url} as ${type}: let it pass on the type that the store or the servers say`;
    const found = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
    if (found !== integrity)
      return `sends ${url} with other bytes than were published, so that browsers refuse it: let nothing change files on the way, and see that it reads the store of this channel`;
    return undefined;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `does not answer for ${url} (${getErrorMessage(cause)}): check the address, and that it runs`;
  }
}

/** Whether browsers can have files of releases from ASSETS_URL, where it is set. Where they cannot, they have them from the servers, later. */
export async function examineAssets({ assetsUrl, releases, channel, publicUrl, port }: Config): Promise<Finding[]> {
  if (assetsUrl === undefined) return [];
  const origin = publicUrl === undefined ? `http://localhost:${port}` : new URL(publicUrl).origin;
  const place = `ASSETS_URL (${assetsUrl})`;
  try {
    const entries = await withTimeout(STORE_TIMEOUT, 'The release store', liveEntries(openReleaseStore(releases), channel));
    if (entries.length === 0) return [warn('assets', `${place} was not asked: nothing is live whose files it could have.`)];
    const wrong = (await Promise.all(entries.map((entry) => findProblem(assetsUrl, entry, origin)))).filter(
      (one) => one !== undefined,
    );
    if (wrong[0] === undefined)
      return [ok('assets', `${place} sends the first scripts of what is live, as they were published, to pages of ${origin}.`)];
    const more = wrong.length > 1 ? ` (and ${wrong.length - 1} more)` : '';
    return [warn('assets', `${place} ${wrong[0]}${more}. Until then pages have files from the servers, later; or leave it out.`)];
  } catch (error) {
    return [warn('assets', `${place} was not asked: the release store cannot be read (${getErrorMessage(error)}).`)];
  }
}
