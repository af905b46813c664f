import { and, eq, sql } from 'drizzle-orm';
import type { SQLWrapper } from 'drizzle-orm';
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as yup from 'yup';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import type { App } from '../../platform/http/app.ts';
import { files } from '../files/schema.ts';
import type { FileRow } from '../files/schema.ts';
import { sendStored } from '../files/service.ts';
import { moduleParams } from './queries.ts';
import { findVisible } from './visibility.ts';
import type { VisibleModule } from './visibility.ts';
import { moduleDownloads, moduleFigures, moduleVersions } from './schema.ts';
import type { Db, Executor, Tx } from '../../platform/db/connect.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { getNetwork } from '../../platform/http/network.ts';
import { getSecret } from '../../platform/secrets/secret.ts';

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
 *   is not published, except for its author, and for them, too, if it is held back because of a secret
 */
async function findArchive(db: Executor, module: VisibleModule, isSignedIn: boolean, wanted = module.version): Promise<FileRow> {
  refuseUnpaid(module, isSignedIn);
  const [found] = await db
    .select({ file: files, status: moduleVersions.status, stage: moduleVersions.stage })
    .from(moduleVersions)
    .innerJoin(files, eq(files.id, moduleVersions.fileId))
    .where(and(eq(moduleVersions.moduleId, module.id), eq(moduleVersions.version, wanted)));
  const isServed = found?.status === 'published' || (module.own && found?.stage !== 'secrets');
  if (found === undefined || !isServed) throw notFound('This version');
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
  const who = userId === undefined ? `visitor ${getNetwork(ip)} ${day}` : `person ${userId}`;
  return createHmac('sha256', key).update(who).digest('hex');
}

/** A module in a version that somebody downloads. */
interface Downloaded {
  moduleId: string;
  version: string;
}

/** The parts of a version as numbers, which are compared one after the other. */
const parts = (version: SQLWrapper | string) => sql`string_to_array(${version}, '.')::int[]`;

/** Keeps that somebody who has downloaded it that day has a higher version now: what updates are told by. */
async function keepHigher(tx: Tx, { moduleId, who, day, version }: typeof moduleDownloads.$inferInsert): Promise<void> {
  const same = and(eq(moduleDownloads.moduleId, moduleId), eq(moduleDownloads.who, who), eq(moduleDownloads.day, day));
  const isHigher = sql`${parts(sql`coalesce(${moduleDownloads.version}, '0.0.0')`)} < ${parts(sql`${version}::text`)}`;
  await tx.update(moduleDownloads).set({ version }).where(and(same, isHigher));
}

/** Counts a download of a module, once a person or visitor and day (UTC), however many come at once. */
export function countDownload(
  db: Db,
  key: Buffer,
  { moduleId, version }: Downloaded,
  downloader: Downloader,
  now = new Date(),
): Promise<void> {
  const day = dayOf(now);
  const userId = downloader.userId ?? null;
  const download = { moduleId, day, who: nameOf(key, downloader, day), userId, version: userId === null ? null : version };
  return db.transaction(async (tx) => {
    const counted = await tx
      .insert(moduleDownloads)
      .values(download)
      .onConflictDoNothing()
      .returning({ day: moduleDownloads.day });
    if (counted.length === 0) return userId === null ? undefined : keepHigher(tx, download);
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

type DownloadRequest = FastifyRequest & { params: { id: string }; query: { version?: string | undefined } };

/** Streams the archive that a request names to whoever it is from, with ranges. @param key what visitors are counted by */
const sender =
  ({ db, files: store }: Deps, key: Buffer) =>
  async (request: DownloadRequest, reply: FastifyReply, userId: string | undefined): Promise<FastifyReply> => {
    const { params, query, ip } = request;
    const module = await findVisible(db, params.id, userId);
    const file = await findArchive(db, module, userId !== undefined, query.version);
    const version = query.version ?? module.version;
    const downloaded = { moduleId: module.id, version };
    return sendStored(store, request, reply, {
      file,
      headers: { ...HEADERS, 'content-disposition': `attachment; filename="${module.slug}-${version}.zip"` },
      // Its author is no reader of it, and nobody has one that is not published. A part of it, such as a probe, is no download.
      ...(module.own ? {} : { beforeWhole: () => countDownload(db, key, downloaded, { userId, ip }) }),
    });
  };

const limit = 'download';
const schema = { tags: ['modules'], params: moduleParams, querystring: downloadQuery };

/**
 * GET /modules/:id/download: the archive, by who may have it. There is no other way to one that is paid for: no link, and none by
 * its file's id.
 */
export function downloadRoute(app: App, deps: Deps, key: Buffer): void {
  const send = sender(deps, key);
  app.get('/modules/:id/download', { config: { access: 'anyone', limit }, schema }, (request, reply) =>
    send(request, reply, request.caller?.user.id),
  );
}

/**
 * GET /modules/:id/archive.zip: the same of a free module, for commands in a shell, which send no access header (product 11.4):
 * whoever asks is a visitor.
 */
export const archiveFeature: Feature = async (app, deps) => {
  const send = sender(deps, await getSecret(deps.db, 'visitors'));
  app.get('/modules/:id/archive.zip', { config: { limit }, schema }, (request, reply) => send(request, reply, undefined));
};
