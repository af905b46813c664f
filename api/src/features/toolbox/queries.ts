import type { Module, ModuleVersion, StoredFile } from '@solvent/contracts';
import { and, asc, desc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm';
import {
  files,
  moduleFigures,
  moduleMedia,
  modulePurchases,
  moduleReviews,
  modules,
  moduleVersions,
  savedModules,
  users,
} from '../../schema/index.ts';
import type { FileRow, ModuleRow } from '../../schema/index.ts';
import { fileUrl } from '../files/index.ts';
import type { FileLinks } from '../files/index.ts';
import type { Deps } from './deps.ts';
import { nestedTakeDown, presentTakeDown } from '../moderation/index.ts';
import { MODULE_CARD_COLUMNS, PERSON_COLUMNS, presentModuleCard, presentModuleReview } from './presenter.ts';
import type { ModuleCard } from './presenter.ts';
import { hasRow, BY_ID_FIRST, MATCHES_PATH, VIEWER, toLookupValues, visibleColumns, assertVisible } from './visibility.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { memoizeStatement } from '../../platform/db/prepared.ts';
import { gone, notFound } from '../../platform/errors/app-error.ts';

/** Published versions of the outer query's module, newest first, and its current one. */
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

type VersionRow = Omit<ModuleVersion, 'releasedAt'> & { status: string; releasedAt: Date | null };

export const getPublished = (rows: VersionRow[]): ModuleVersion[] =>
  rows.flatMap(({ status, releasedAt, ...row }) =>
    status === 'published' && releasedAt !== null ? [{ ...row, releasedAt: releasedAt.toISOString() }] : [],
  );

function presentVersions(rows: VersionRow[], version: string): Pick<Module, 'sizeBytes' | 'sha256' | 'versions'> {
  const current = rows.find((row) => row.version === version);
  return { sizeBytes: current?.sizeBytes ?? 0, sha256: current?.sha256 ?? '', versions: getPublished(rows) };
}

/** The review of the newest version of the outer query's module. */
export const nestedLastReview = (db: Executor) => {
  const { version, stage, reason, findings } = moduleVersions;
  return nestedRows({ version, stage, reason, findings }, (column) =>
    db
      .select(column)
      .from(moduleVersions)
      .where(eq(moduleVersions.moduleId, modules.id))
      .orderBy(desc(moduleVersions.createdAt), desc(moduleVersions.id))
      .limit(1),
  );
};

/** Presents a card that users may see before it is published: then its preview image has a signed link. */
export function presentListedCard(card: ModuleCard & Pick<ModuleRow, 'status'>, links: FileLinks) {
  const { status, previewImage } = card;
  const isPublic = previewImage === null || status === 'published';
  return {
    ...presentModuleCard(card),
    status,
    previewImage: isPublic ? previewImage : links.linkTo(previewImage.slice(fileUrl('').length)),
  };
}

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
  const present = (kind: MediaRow['kind']): StoredFile[] =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ file, visibility }) => ({ ...file, url: visibility === 'public' ? fileUrl(file._id) : links.linkTo(file._id) }));
  return { previewImages: present('image'), previewVideos: present('video') };
}

const nestedStars = (db: Executor) =>
  nestedRows({ rating: moduleReviews.rating, count: sql<number>`count(*)` }, (column) =>
    db
      .select(column)
      .from(moduleReviews)
      .where(and(eq(moduleReviews.moduleId, modules.id), isNull(moduleReviews.takenDownAt)))
      .groupBy(moduleReviews.rating),
  );

function presentStars(rows: { rating: number; count: number }[]): Module['stars'] {
  const getCount = (stars: number) => rows.find(({ rating }) => rating === stars)?.count ?? 0;
  return [getCount(1), getCount(2), getCount(3), getCount(4), getCount(5)];
}

const REVIEW_COLUMNS = { review: getTableColumns(moduleReviews), author: PERSON_COLUMNS };

export const selectModuleReviews = (db: Executor) =>
  db.select(REVIEW_COLUMNS).from(moduleReviews).innerJoin(users, eq(users.id, moduleReviews.userId)).$dynamic();

const modulePage = memoizeStatement((db, name) => {
  const { status, documentation, license, repositoryUrl, demoUrl, sandboxUrl } = modules;
  return db
    .select({
      visible: visibleColumns(db),
      ...MODULE_CARD_COLUMNS,
      page: { status, documentation, license, repositoryUrl, demoUrl, sandboxUrl },
      contact: { email: users.email, shown: users.showsEmail },
      authorDeletedAt: users.deletedAt,
      saved: sql<boolean>`${hasRow(db, savedModules, VIEWER)}`,
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
    .where(MATCHES_PATH)
    .orderBy(BY_ID_FIRST)
    .limit(1)
    .prepare(name);
});

/** @param viewerId undefined for visitors @throws AppError `not_found`; `gone` if it was published until its author deleted the account */
export async function readModule(
  { db, fileLinks }: Pick<Deps, 'db' | 'fileLinks'>,
  idOrSlug: string,
  viewerId?: string,
): Promise<Module> {
  const [row] = await modulePage(db, 'module-page').execute(toLookupValues(idOrSlug, viewerId));
  if (row === undefined) throw notFound('This module');
  // A module that was deleted before its author's account looks missing, to hide its sales.
  const isGone = row.authorDeletedAt !== null && row.visible.deletedAt === null && getPublished(row.versions).length > 0;
  const { version, isOwn, isOwned } = assertVisible(viewerId, row.visible, isGone ? gone : notFound);
  const { page, contact, saved, purchases, versions, ownReview, lastReview, takeDowns, ...card } = row;
  const media = presentMedia(row.media, fileLinks);
  const preview = media.previewImages.find(({ _id }) => card.previewImage === fileUrl(_id));
  const [myReview] = ownReview;
  return {
    ...presentModuleCard(card),
    previewImage: preview?.url ?? card.previewImage,
    ...page,
    ...presentVersions(versions, version),
    ...media,
    stars: presentStars(row.stars),
    owned: isOwned,
    boughtAs: purchases[0]?.license ?? null,
    saved,
    myReview: myReview ? { ...presentModuleReview(myReview), ...presentTakeDown(myReview.takeDowns) } : null,
    authorEmail: contact.shown ? contact.email : null,
    review: isOwn ? (lastReview[0] ?? null) : null,
    ...(isOwn && presentTakeDown(takeDowns)),
  };
}
