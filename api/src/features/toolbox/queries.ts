import type { Module, ModuleReview, VersionReview, ModuleVersion, StoredFile } from '@solvent/contracts';
import { and, asc, count, desc, eq, exists, isNull, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import * as yup from 'yup';
import { users } from '../accounts/schema.ts';
import { fileUrl } from '../files/service.ts';
import type { FileLinks } from '../files/service.ts';
import { files } from '../files/schema.ts';
import { MODULE_CARD_COLUMNS, presentModuleCard, presentModuleReview } from './presenter.ts';
import {
  moduleDownloads,
  moduleFigures,
  moduleMedia,
  moduleReviews,
  modulePurchases,
  moduleVersions,
  modules,
  savedModules,
} from './schema.ts';
import type { ModuleRow } from './schema.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { isId } from '../../platform/realtime/is-id.ts';

/** The path's `:id` where modules are named: an id or a slug. */
export const moduleParams = yup.object({ id: yup.string().required().max(200) });

/** A module, and what the viewer has to do with it. */
export interface VisibleModule extends Pick<
  ModuleRow,
  'id' | 'slug' | 'title' | 'authorId' | 'status' | 'priceCents' | 'version'
> {
  /** The viewer wrote it, and did not delete it. */
  own: boolean;
  /** The viewer bought it, or downloaded a free one. */
  owned: boolean;
}

const NOBODY = sql<boolean>`false`;

/** Whether this person bought the module of the query. */
const boughtBy = (db: Executor, userId: string): SQL =>
  exists(
    db
      .select({ id: modulePurchases.id })
      .from(modulePurchases)
      .where(and(eq(modulePurchases.moduleId, modules.id), eq(modulePurchases.userId, userId))),
  );

const takenBy = (db: Executor, userId: string): SQL =>
  exists(
    db
      .select({ who: moduleDownloads.who })
      .from(moduleDownloads)
      .where(and(eq(moduleDownloads.moduleId, modules.id), eq(moduleDownloads.userId, userId))),
  );

/** Modules that this person may see: published ones, their own that they did not delete, and what they bought. */
export const seenBy = (db: Executor, viewerId: string): SQL | undefined =>
  or(eq(modules.status, 'published'), and(eq(modules.authorId, viewerId), isNull(modules.deletedAt)), boughtBy(db, viewerId));

/** By its id; else by its slug, also where that looks like an id. */
function named(idOrSlug: string): SQL | undefined {
  const bySlug = eq(modules.slug, idOrSlug);
  return isId(idOrSlug) ? or(eq(modules.id, idOrSlug), bySlug) : bySlug;
}

/**
 * The module that a path names, if this viewer may see it (api "Who may do what").
 * @param viewerId absent for the signed-out
 * @throws AppError `not_found`, also for one that others alone may see
 */
export async function findVisible(db: Executor, idOrSlug: string, viewerId: string | undefined): Promise<VisibleModule> {
  const { id, slug, title, authorId, status, priceCents, version, deletedAt } = modules;
  const bought = viewerId === undefined ? NOBODY : sql<boolean>`${boughtBy(db, viewerId)}`;
  const taken = viewerId === undefined ? NOBODY : sql<boolean>`${takenBy(db, viewerId)}`;
  const [found] = await db
    .select({ id, slug, title, authorId, status, priceCents, version, deletedAt, bought, taken })
    .from(modules)
    .where(named(idOrSlug))
    .orderBy(desc(sql`${modules.id}::text = ${idOrSlug.toLowerCase()}`))
    .limit(1);
  if (found === undefined) throw notFound('This module');
  const { bought: isBought, taken: isTaken, deletedAt: gone, ...module } = found;
  const own = module.authorId === viewerId && gone === null;
  if (module.status !== 'published' && !own && !isBought) throw notFound('This module');
  return { ...module, own, owned: isBought || (module.priceCents === 0 && isTaken) };
}

/** A version with its archive's figures. */
type ArchivedVersion = Omit<ModuleVersion, 'releasedAt'> & { status: string; releasedAt: Date | null };

/** The archive of what the module's page is about: that of the latest published version, or of the first one that is wanted. */
interface ModuleArchive {
  sizeBytes: number;
  sha256: string;
  /** Published ones, newest first. */
  versions: ModuleVersion[];
}

/** The versions of a module that are published, and the one that its page is about. */
async function archiveOf(db: Executor, { id, version }: Pick<VisibleModule, 'id' | 'version'>): Promise<ModuleArchive> {
  const rows: ArchivedVersion[] = await db
    .select({
      version: moduleVersions.version,
      notes: moduleVersions.notes,
      sizeBytes: files.size,
      sha256: files.sha256,
      status: moduleVersions.status,
      releasedAt: moduleVersions.releasedAt,
    })
    .from(moduleVersions)
    .innerJoin(files, eq(files.id, moduleVersions.fileId))
    .where(and(eq(moduleVersions.moduleId, id), or(eq(moduleVersions.status, 'published'), eq(moduleVersions.version, version))))
    .orderBy(desc(moduleVersions.releasedAt), desc(moduleVersions.id));
  const shown = rows.find((row) => row.version === version);
  const versions = rows.flatMap(({ status, releasedAt, ...row }) =>
    status === 'published' && releasedAt !== null ? [{ ...row, releasedAt: releasedAt.toISOString() }] : [],
  );
  return { sizeBytes: shown?.sizeBytes ?? 0, sha256: shown?.sha256 ?? '', versions };
}

/** How the review of what was sent last stands: for the author alone. */
async function reviewOf(db: Executor, moduleId: string): Promise<VersionReview | null> {
  const [latest] = await db
    .select({ stage: moduleVersions.stage, reason: moduleVersions.reason, findings: moduleVersions.findings })
    .from(moduleVersions)
    .where(eq(moduleVersions.moduleId, moduleId))
    .orderBy(desc(moduleVersions.createdAt), desc(moduleVersions.id))
    .limit(1);
  return latest ?? null;
}

/** What {@link previewFor} goes by. */
export const PREVIEW_COLUMNS = { status: modules.status, previewImage: modules.previewImage };

/** Address of the picture that stands for a module in a list, for who may see the module: a link that dies unless it is published. */
export function previewFor(
  { status, previewImage }: Pick<ModuleRow, 'status' | 'previewImage'>,
  links: FileLinks,
): string | null {
  if (previewImage === null || status === 'published') return previewImage;
  return links.linkTo(previewImage.slice(fileUrl('').length));
}

/** What reading modules takes: the links are those to pictures and videos that are not public yet. */
interface ModuleReading {
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
    myReview: viewerId === undefined ? null : await moduleReviewOf(db, id, viewerId),
    authorEmail: contact.shown ? contact.email : null,
    review: own ? await reviewOf(db, id) : null,
  };
}

/** Reviews with who wrote them; add what is wanted of them. */
export const selectModuleReviews = (db: Executor) =>
  db
    .select({ review: moduleReviews, author: { _id: users.id, name: users.name, image: users.image } })
    .from(moduleReviews)
    .innerJoin(users, eq(users.id, moduleReviews.userId))
    .$dynamic();

/** What a person says of a module; null while they say nothing. */
export async function moduleReviewOf(db: Executor, moduleId: string, userId: string): Promise<ModuleReview | null> {
  const own = and(eq(moduleReviews.moduleId, moduleId), eq(moduleReviews.userId, userId));
  const [found] = await selectModuleReviews(db).where(own);
  return found === undefined ? null : presentModuleReview(found);
}

/** How many gave one star, two … five. */
async function starsOf(db: Executor, moduleId: string): Promise<Module['stars']> {
  const rows = await db
    .select({ rating: moduleReviews.rating, count: count() })
    .from(moduleReviews)
    .where(eq(moduleReviews.moduleId, moduleId))
    .groupBy(moduleReviews.rating);
  const of = (stars: number) => rows.find(({ rating }) => rating === stars)?.count ?? 0;
  return [of(1), of(2), of(3), of(4), of(5)];
}
