import { and, eq, sql } from 'drizzle-orm';
import { createHmac } from 'node:crypto';
import * as yup from 'yup';
import type { Deps } from '../../deps.ts';
import type { App } from '../../platform/http/app.ts';
import { files } from '../files/schema.ts';
import type { FileRow } from '../files/schema.ts';
import { sendStored } from '../files/service.ts';
import { moduleParams } from './queries.ts';
import { findVisible } from './visibility.ts';
import type { VisibleModule } from './visibility.ts';
import { moduleDownloads, moduleFigures, moduleVersions } from './schema.ts';
import type { Db, Executor } from '../../platform/db/connect.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { networkOf } from '../../platform/http/network.ts';

/** Who may have the bytes: anybody those of a free module; of a paid one who bought it and who wrote it. @throws AppError */
function refuseUnpaid({ priceCents, own, owned }: VisibleModule, isSignedIn: boolean): void {
  if (priceCents === 0 || own || owned) return;
  if (!isSignedIn) throw new AppError('unauthenticated', 'Please sign in to download a module that you bought.');
  throw new AppError('forbidden', 'Buy this module to download it.');
}

/**
 * The archive of a version for who may have it.
 * @param wanted a version; absent: the latest published one
 * @throws AppError `unauthenticated` or `forbidden` for a paid module; `not_found` without such a version, also for one that
 *   is not published, except for its author
 */
async function findArchive(db: Executor, module: VisibleModule, isSignedIn: boolean, wanted = module.version): Promise<FileRow> {
  refuseUnpaid(module, isSignedIn);
  const [found] = await db
    .select({ file: files, status: moduleVersions.status })
    .from(moduleVersions)
    .innerJoin(files, eq(files.id, moduleVersions.fileId))
    .where(and(eq(moduleVersions.moduleId, module.id), eq(moduleVersions.version, wanted)));
  if (found === undefined || (found.status !== 'published' && !module.own)) throw notFound('This version');
  return found.file;
}

/** Who downloads: somebody signed in, or the network address of a visitor. */
interface Downloader {
  userId: string | undefined;
  ip: string;
}

/** `2026-11-21` in UTC. */
const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** A name that tells nobody who it is: without the key, the few addresses that there are could be tried. */
function nameOf(key: Buffer, { userId, ip }: Downloader, day: string): string {
  const who = userId === undefined ? `visitor ${networkOf(ip)} ${day}` : `person ${userId}`;
  return createHmac('sha256', key).update(who).digest('hex');
}

/** Counts a download of a module, once a person or visitor and day (UTC), however many come at once. */
export function countDownload(db: Db, key: Buffer, moduleId: string, downloader: Downloader, now = new Date()): Promise<void> {
  const day = dayOf(now);
  const download = { moduleId, day, who: nameOf(key, downloader, day), userId: downloader.userId ?? null };
  return db.transaction(async (tx) => {
    const counted = await tx
      .insert(moduleDownloads)
      .values(download)
      .onConflictDoNothing()
      .returning({ day: moduleDownloads.day });
    if (counted.length === 0) return;
    await tx
      .update(moduleFigures)
      .set({ downloads: sql`${moduleFigures.downloads} + 1` })
      .where(eq(moduleFigures.moduleId, moduleId));
  });
}

const downloadQuery = yup.object({ version: yup.string().trim().max(20, 'There is no such version') });

/** The archive belongs to who asked, who is asked again each time whether it still is theirs. */
const HEADERS = {
  'content-type': 'application/zip',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-cache',
};

/**
 * GET /modules/:id/download: streams an archive, with ranges. There is no other way to it: no link, and none by its file's id.
 * @param key what visitors are counted by
 */
export function downloadRoute(app: App, { db, files: store }: Deps, key: Buffer): void {
  app.get(
    '/modules/:id/download',
    {
      config: { access: 'anyone', limit: 'download' },
      schema: { tags: ['modules'], params: moduleParams, querystring: downloadQuery },
    },
    async (request, reply) => {
      const userId = request.caller?.user.id;
      const { version } = request.query;
      const module = await findVisible(db, request.params.id, userId);
      const file = await findArchive(db, module, userId !== undefined, version);
      const name = `${module.slug}-${version ?? module.version}.zip`;
      return sendStored(store, request, reply, {
        file,
        headers: { ...HEADERS, 'content-disposition': `attachment; filename="${name}"` },
        // Its author is no reader of it, and nobody has one that is not published.
        ...(module.own ? {} : { first: () => countDownload(db, key, module.id, { userId, ip: request.ip }) }),
      });
    },
  );
}
