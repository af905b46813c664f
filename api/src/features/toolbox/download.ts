import type { ArchivedFile } from '@solvent/contracts';
import { json, moduleFilesResponse } from '@solvent/contracts/schemas';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as yup from 'yup';
import type { Deps } from './deps.ts';
import type { App, Feature } from '../../platform/http/app.ts';
import { files, moduleDownloads, moduleFigures, moduleVersions } from '../../schema/index.ts';
import type { FileRow } from '../../schema/index.ts';
import { sendStored } from '../files/index.ts';
import { listFiles } from './archives/central-directory.ts';
import { findVisibleModule, moduleParams } from './visibility.ts';
import type { VisibleModule } from './visibility.ts';
import type { Db, Executor } from '../../platform/db/connect.ts';
import { createCache } from '../../platform/cache/cache.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { getNetwork } from '../../platform/http/network.ts';
import { getSecret } from '../../platform/secrets/secrets.ts';

/** Others do not find an unpublished version, nor does anyone find one that may contain secrets. */
async function findArchive(db: Executor, module: VisibleModule, isSignedIn: boolean, version = module.version): Promise<FileRow> {
  if (module.priceCents > 0 && !module.isOwn && !module.isOwned)
    throw isSignedIn
      ? new AppError('forbidden', 'Buy this module to download it.')
      : new AppError('unauthenticated', 'Please sign in to download a module that you bought.');
  const [found] = await db
    .select({ file: files, status: moduleVersions.status, stage: moduleVersions.stage })
    .from(moduleVersions)
    .innerJoin(files, eq(files.id, moduleVersions.fileId))
    .where(and(eq(moduleVersions.moduleId, module.id), eq(moduleVersions.version, version)));
  const isServed = found?.status === 'published' || (module.isOwn && found?.stage !== 'secrets');
  if (found === undefined || !isServed) throw notFound('This version');
  return found.file;
}

const toNumbers = (version: SQL) => sql`string_to_array(${version}, '.')::int[]`;

/** Counts a download once per user or visitor and day (UTC), and stores the user's highest version of the day. */
export function countDownload(
  db: Db,
  key: Buffer,
  { moduleId, version }: { moduleId: string; version: string },
  { userId, ip }: { userId: string | undefined; ip: string },
  now = new Date(),
): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const downloader = userId === undefined ? `visitor ${getNetwork(ip)} ${day}` : `person ${userId}`;
  // The key prevents guessing the address from the hash.
  const who = createHmac('sha256', key).update(downloader).digest('hex');
  // Null for visitors, whose row stays as it is.
  const earlier = sql`coalesce(${moduleDownloads.version}, '0.0.0')`;
  return db.transaction(async (tx) => {
    const [changed] = await tx
      .insert(moduleDownloads)
      .values({ moduleId, day, who, userId, version: userId === undefined ? null : version })
      .onConflictDoUpdate({
        target: [moduleDownloads.moduleId, moduleDownloads.who, moduleDownloads.day],
        set: { version },
        setWhere: sql`${toNumbers(earlier)} < ${toNumbers(sql`excluded.version`)}`,
      })
      .returning({ isNew: sql<boolean>`xmax = 0` });
    if (!changed?.isNew) return;
    const downloads = sql`${moduleFigures.downloads} + 1`;
    await tx.update(moduleFigures).set({ downloads }).where(eq(moduleFigures.moduleId, moduleId));
  });
}

const downloadQuery = yup.object({ version: yup.string().trim().max(20, 'Version not found') });

// The client must revalidate, since access can end.
const HEADERS = {
  'content-type': 'application/zip',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-cache',
};

type DownloadRequest = FastifyRequest & { params: { id: string }; query: { version?: string | undefined } };

/** Creates a function that streams an archive, with ranges. */
async function createSender({ db, files: store }: Deps) {
  const key = await getSecret(db, 'visitors');
  return async (request: DownloadRequest, reply: FastifyReply, userId: string | undefined): Promise<FastifyReply> => {
    const { params, query, ip } = request;
    const module = await findVisibleModule(db, params.id, userId);
    const file = await findArchive(db, module, userId !== undefined, query.version);
    const version = query.version ?? module.version;
    return sendStored(store, request, reply, {
      file,
      headers: { ...HEADERS, 'content-disposition': `attachment; filename="${module.slug}-${version}.zip"` },
      // Downloads by the author and partial downloads do not count.
      ...(module.isOwn ? {} : { beforeWhole: () => countDownload(db, key, { moduleId: module.id, version }, { userId, ip }) }),
    });
  };
}

const limit = 'download';
const tags = ['modules'];
const response = { 200: json.binary };
const schema = { tags, params: moduleParams, querystring: downloadQuery, produces: ['application/zip'], response };

/**
 * Registers GET /modules/:id/files, which returns the paths in the current archive, for all who can see the module, unless it may
 * contain secrets.
 */
export function contentsRoute(app: App, { db, files: store }: Deps): void {
  // An archive never changes under its key. A list has at most 5,000 paths.
  const lists = createCache<ArchivedFile[]>({ size: 50, ttlMs: 3_600_000, concurrency: 2 });
  const listed = { tags, params: moduleParams, response: { 200: moduleFilesResponse } };
  app.get('/modules/:id/files', { config: { access: 'anyone' }, schema: listed }, async ({ params, caller }) => {
    const { id, version } = await findVisibleModule(db, params.id, caller?.user.id);
    const isCurrent = and(eq(moduleVersions.moduleId, id), eq(moduleVersions.version, version));
    const [archive] = await db
      .select({ key: files.storageKey, size: files.size })
      .from(moduleVersions)
      .innerJoin(files, eq(files.id, moduleVersions.fileId))
      .where(and(isCurrent, ne(moduleVersions.stage, 'secrets')));
    if (archive === undefined) throw notFound('This version');
    return { version, files: await lists.fetch(archive.key, () => listFiles(store, archive)) };
  });
}

/** Registers GET /modules/:id/download, the only way to the archive of a paid module. */
export async function downloadRoute(app: App, deps: Deps): Promise<void> {
  const send = await createSender(deps);
  app.get('/modules/:id/download', { config: { access: 'anyone', limit }, schema }, (request, reply) =>
    send(request, reply, request.caller?.user.id),
  );
}

/** GET /modules/:id/archive.zip: free modules without an access header (product 11.4), for shell commands. Counts as a visitor. */
export const archiveFeature: Feature<Deps> = async (app, deps) => {
  const send = await createSender(deps);
  app.get('/modules/:id/archive.zip', { config: { limit }, schema }, (request, reply) => send(request, reply, undefined));
};
