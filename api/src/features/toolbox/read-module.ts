import { and, asc, eq, exists, sql } from 'drizzle-orm';
import type { Module, StoredFile } from '@solvent/contracts';
import type { Executor } from '../../platform/db/connect.ts';
import { files } from '../files/schema/files.ts';
import { moduleFigures, moduleMedia, modules, savedModules } from './schema.ts';
import { users } from '../accounts/schema/users.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { fileUrl } from '../files/file-url.ts';
import type { FileLinks } from '../files/signed-links.ts';
import { MODULE_CARD_COLUMNS, presentModuleCard } from './module-card.ts';
import { archiveOf, reviewOf } from './module-versions.ts';
import { opinionOf, starsOf } from './opinions.ts';
import { findVisible } from './visible-module.ts';

/** What reading modules takes: the links are those to pictures and videos that are not public yet. */
export interface ModuleReading {
  db: Executor;
  links: FileLinks;
}

async function mediaOf({ db, links }: ModuleReading, moduleId: string) {
  const rows = await db
    .select({
      kind: moduleMedia.kind,
      visibility: files.visibility,
      file: { _id: files.id, name: files.name, size: files.size, mimeType: files.mimeType },
    })
    .from(moduleMedia)
    .innerJoin(files, eq(files.id, moduleMedia.fileId))
    .where(eq(moduleMedia.moduleId, moduleId))
    .orderBy(asc(moduleMedia.position));
  const of = (wanted: 'image' | 'video'): StoredFile[] =>
    rows
      .filter(({ kind }) => kind === wanted)
      .map(({ file, visibility }) => ({ ...file, url: visibility === 'public' ? fileUrl(file._id) : links.linkTo(file._id) }));
  return { previewImages: of('image'), previewVideos: of('video') };
}

/** The module's own row, and whether the viewer keeps it. */
async function rowOf(db: Executor, id: string, viewerId: string | undefined) {
  const { status, documentation, license, repositoryUrl, demoUrl, sandboxUrl } = modules;
  const saves = db.select({ id: savedModules.moduleId }).from(savedModules);
  const savedBy = (userId: string) =>
    exists(saves.where(and(eq(savedModules.moduleId, modules.id), eq(savedModules.userId, userId))));
  const [row] = await db
    .select({
      ...MODULE_CARD_COLUMNS,
      page: { status, documentation, license, repositoryUrl, demoUrl, sandboxUrl },
      contact: { email: users.email, shown: users.showsEmail },
      saved: viewerId === undefined ? sql<boolean>`false` : sql<boolean>`${savedBy(viewerId)}`,
    })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(eq(modules.id, id));
  if (row === undefined) throw notFound('This module');
  return row;
}

/**
 * A module with all that its page shows to this viewer (api "Entities").
 * @param idOrSlug what the path names it by
 * @param viewerId who looks; absent for the signed-out
 * @throws AppError `not_found`, also for one that others alone may see
 */
export async function readModule(reading: ModuleReading, idOrSlug: string, viewerId?: string): Promise<Module> {
  const { db } = reading;
  const { id, version, own, owned } = await findVisible(db, idOrSlug, viewerId);
  const { page, saved, contact, ...card } = await rowOf(db, id, viewerId);
  const media = await mediaOf(reading, id);
  const shown = media.previewImages.find(({ _id }) => card.previewImage === fileUrl(_id));
  return {
    ...presentModuleCard(card),
    previewImage: shown?.url ?? card.previewImage,
    ...page,
    ...(await archiveOf(db, { id, version })),
    ...media,
    stars: await starsOf(db, id),
    owned,
    saved,
    myReview: viewerId === undefined ? null : await opinionOf(db, id, viewerId),
    authorEmail: contact.shown ? contact.email : null,
    review: own ? await reviewOf(db, id) : null,
  };
}
