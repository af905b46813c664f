import type { Module, ModuleReview, ModuleVersion, StoredFile } from '@solvent/contracts';
import { and, asc, desc, eq, exists, getTableColumns, isNull, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import * as yup from 'yup';
import { users } from '../accounts/schema.ts';
import { fileUrl } from '../files/service.ts';
import type { FileLinks } from '../files/service.ts';
import { files } from '../files/schema.ts';
import type { FileRow } from '../files/schema.ts';
import { nestedTakeDown, presentTakeDown } from '../moderation/service.ts';
import { MODULE_CARD_COLUMNS, presentModuleCard, presentModuleReview } from './presenter.ts';
import { moduleFigures, moduleMedia, modulePurchases, moduleReviews, moduleVersions, modules, savedModules } from './schema.ts';
import type { ModuleRow } from './schema.ts';
import { BY_ID_FIRST, NAMED, VIEWER, valuesOf, visibleColumns, visibleTo } from './visibility.ts';
import type { Db, Executor } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { memoizeStatement } from '../../platform/db/prepared.ts';
import { gone, notFound } from '../../platform/errors/app-error.ts';

/** The path's `:id` where modules are named: an id or a slug. */
export const moduleParams = yup.object({ id: yup.string().required().max(200) });

const savedBy = (db: Executor, userId: SQLWrapper): SQL =>
  exists(
    db
      .select({ id: savedModules.moduleId })
      .from(savedModules)
      .where(and(eq(savedModules.moduleId, modules.id), eq(savedModules.userId, userId))),
  );

/** The versions of the module of the query around it that are published, newest first, and the one that its page is about. */
export const nestedVersions = (db: Executor) => {
  const { version, notes, status, releasedAt } = moduleVersions;
  return nestedRows({ version, notes, sizeBytes: files.size, sha256: files.sha256, status, releasedAt }, (column) =>
    db
      .select(column)
      .from(moduleVersions)
      .innerJoin(files, eq(files.id, moduleVersions.fileId))
      .where(
        and(
          eq(moduleVersions.moduleId, modules.id),
          or(eq(moduleVersions.status, 'published'), eq(moduleVersions.version, modules.version)),
        ),
      )
      .orderBy(desc(moduleVersions.releasedAt), desc(moduleVersions.id)),
  );
};

export type VersionRow = Omit<ModuleVersion, 'releasedAt'> & { status: string; releasedAt: Date | null };

/** Those versions that are published. */
export const publishedOf = (rows: VersionRow[]): ModuleVersion[] =>
  rows.flatMap(({ status, releasedAt, ...row }) =>
    status === 'published' && releasedAt !== null ? [{ ...row, releasedAt: releasedAt.toISOString() }] : [],
  );

/** The archive of what the module's page is about: that of the latest published version, or of the first one that is wanted. */
function archiveOf(rows: VersionRow[], version: string): Pick<Module, 'sizeBytes' | 'sha256' | 'versions'> {
  const shown = rows.find((row) => row.version === version);
  return { sizeBytes: shown?.sizeBytes ?? 0, sha256: shown?.sha256 ?? '', versions: publishedOf(rows) };
}

/** How the review of a version stands. */
const REVIEW_STATE = {
  version: moduleVersions.version,
  stage: moduleVersions.stage,
  reason: moduleVersions.reason,
  findings: moduleVersions.findings,
};

/** How the review of what was sent last stands: for the author alone. */
const nestedLastReview = (db: Executor) =>
  nestedRows(REVIEW_STATE, (column) =>
    db
      .select(column)
      .from(moduleVersions)
      .where(eq(moduleVersions.moduleId, modules.id))
      .orderBy(desc(moduleVersions.createdAt), desc(moduleVersions.id))
      .limit(1),
  );

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
  db: Db;
  links: FileLinks;
}

/** The pictures and videos of the module of the query around it, in their order. */
const nestedMedia = (db: Executor) =>
  nestedRows(
    {
      kind: moduleMedia.kind,
      visibility: files.visibility,
      file: { _id: files.id, name: files.name, size: files.size, mimeType: files.mimeType },
    },
    (column) =>
      db
        .select(column)
        .from(moduleMedia)
        .innerJoin(files, eq(files.id, moduleMedia.fileId))
        .where(eq(moduleMedia.moduleId, modules.id))
        .orderBy(asc(moduleMedia.position)),
  );

type MediaRow = Pick<typeof moduleMedia.$inferSelect, 'kind'> & Pick<FileRow, 'visibility'> & { file: Omit<StoredFile, 'url'> };

function presentMedia(rows: MediaRow[], links: FileLinks): Pick<Module, 'previewImages' | 'previewVideos'> {
  const of = (wanted: MediaRow['kind']): StoredFile[] =>
    rows
      .filter(({ kind }) => kind === wanted)
      .map(({ file, visibility }) => ({ ...file, url: visibility === 'public' ? fileUrl(file._id) : links.linkTo(file._id) }));
  return { previewImages: of('image'), previewVideos: of('video') };
}

/** How often each number of stars was given to the module of the query around it. */
const nestedStars = (db: Executor) =>
  nestedRows({ rating: moduleReviews.rating, count: sql<number>`count(*)` }, (column) =>
    db
      .select(column)
      .from(moduleReviews)
      .where(and(eq(moduleReviews.moduleId, modules.id), isNull(moduleReviews.takenDownAt)))
      .groupBy(moduleReviews.rating),
  );

/** How many gave one star, two … five. */
function presentStars(rows: { rating: number; count: number }[]): Module['stars'] {
  const of = (stars: number) => rows.find(({ rating }) => rating === stars)?.count ?? 0;
  return [of(1), of(2), of(3), of(4), of(5)];
}

/** A module's page in one statement, with its parts as who looks may see them. */
const modulePage = memoizeStatement((db, name) => {
  const { status, documentation, license, repositoryUrl, demoUrl, sandboxUrl } = modules;
  return db
    .select({
      visible: visibleColumns(db),
      ...MODULE_CARD_COLUMNS,
      page: { status, documentation, license, repositoryUrl, demoUrl, sandboxUrl },
      contact: { email: users.email, shown: users.showsEmail },
      authorLeftAt: users.deletedAt,
      saved: sql<boolean>`${savedBy(db, VIEWER)}`,
      purchases: nestedRows({ license: modulePurchases.license }, (column) =>
        db
          .select(column)
          .from(modulePurchases)
          .where(and(eq(modulePurchases.moduleId, modules.id), eq(modulePurchases.userId, VIEWER))),
      ),
      media: nestedMedia(db),
      versions: nestedVersions(db),
      stars: nestedStars(db),
      lastReview: nestedLastReview(db),
      takeDowns: nestedTakeDown(db, modules.id),
      ownReview: nestedRows({ ...REVIEW_COLUMNS, takeDowns: nestedTakeDown(db, moduleReviews.id) }, (column) =>
        db
          .select(column)
          .from(moduleReviews)
          .innerJoin(users, eq(users.id, moduleReviews.userId))
          .where(and(eq(moduleReviews.moduleId, modules.id), eq(moduleReviews.userId, VIEWER))),
      ),
    })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .where(NAMED)
    .orderBy(BY_ID_FIRST)
    .limit(1)
    .prepare(name);
});

/** What {@link isGone} goes by. */
interface PossiblyGone {
  deletedAt: Date | null;
  authorLeftAt: Date | null;
  versions: VersionRow[];
}

/**
 * Everybody could see it, until its author deleted the account: nobody can publish it again. One that its author deleted before
 * stays where somebody has bought it, and only there: saying so would tell of the sale.
 */
const isGone = ({ deletedAt, authorLeftAt, versions }: PossiblyGone) =>
  authorLeftAt !== null && deletedAt === null && versions.some(({ status }) => status === 'published');

/**
 * A module with all that its page shows to this viewer (product 3.12).
 * @param idOrSlug what the path names it by
 * @param viewerId who looks; absent for the signed-out
 * @throws AppError `not_found`, also for one that others alone may see; `gone` for one that {@link isGone}
 */
export async function readModule({ db, links }: ModuleReading, idOrSlug: string, viewerId?: string): Promise<Module> {
  const [row] = await modulePage(db, 'module-page').execute(valuesOf(idOrSlug, viewerId));
  const refusal = () => (row !== undefined && isGone({ ...row, ...row.visible }) ? gone('This module') : notFound('This module'));
  const { version, own, owned } = visibleTo(viewerId, row?.visible, refusal);
  if (row === undefined) throw notFound('This module');
  const { page, contact, saved, purchases, versions, ownReview, lastReview, takeDowns, ...card } = row;
  const media = presentMedia(row.media, links);
  const shown = media.previewImages.find(({ _id }) => card.previewImage === fileUrl(_id));
  const [mine] = ownReview;
  return {
    ...presentModuleCard(card),
    previewImage: shown?.url ?? card.previewImage,
    ...page,
    ...archiveOf(versions, version),
    ...media,
    stars: presentStars(row.stars),
    owned,
    boughtAs: purchases[0]?.license ?? null,
    saved,
    myReview: mine === undefined ? null : { ...presentModuleReview(mine), ...presentTakeDown(mine.takeDowns) },
    authorEmail: contact.shown ? contact.email : null,
    review: own ? (lastReview[0] ?? null) : null,
    ...(own && presentTakeDown(takeDowns)),
  };
}

const REVIEW_COLUMNS = {
  review: getTableColumns(moduleReviews),
  author: { _id: users.id, name: users.name, image: users.image },
};

/** Reviews with who wrote them; add what is wanted of them. */
export const selectModuleReviews = (db: Executor) =>
  db.select(REVIEW_COLUMNS).from(moduleReviews).innerJoin(users, eq(users.id, moduleReviews.userId)).$dynamic();

/** What a person says of a module; null while they say nothing. */
export async function moduleReviewOf(db: Executor, moduleId: string, userId: string): Promise<ModuleReview | null> {
  const own = and(eq(moduleReviews.moduleId, moduleId), eq(moduleReviews.userId, userId));
  const [found] = await selectModuleReviews(db).where(own);
  return found === undefined ? null : presentModuleReview(found);
}
