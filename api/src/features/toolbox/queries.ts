import type { Module, ModuleVersion, StoredFile, ModuleListItem, ModuleReview, Purchase } from '@solvent/contracts';
import { and, desc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm';
import { PERSON_COLUMNS } from '../accounts/index.ts';
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
import type { ModuleRow, ModulePurchaseRow, ModuleReviewRow } from '../../schema/index.ts';
import { fileUrl } from '../files/index.ts';
import type { FileLinks } from '../files/index.ts';
import type { Deps } from './deps.ts';
import { receiptNumber } from '../../platform/receipt-number.ts';
import { nestedTakeDown, presentTakeDown } from '../moderation/index.ts';
import { hasRow, BY_ID_FIRST, MATCHES_PATH, VIEWER, toLookupValues, visibleColumns, assertVisible } from './visibility.ts';
import type { Executor } from '../../platform/db/connect.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { memoizeStatement } from '../../platform/db/prepared.ts';
import { gone, notFound } from '../../platform/errors/app-error.ts';

// Excludes the documentation, the largest column.
const OWN_COLUMNS = {
  id: modules.id,
  slug: modules.slug,
  title: modules.title,
  description: modules.description,
  tags: modules.tags,
  priceCents: modules.priceCents,
  previewImage: modules.previewImage,
  version: modules.version,
  releasedAt: modules.releasedAt,
  updatedAt: modules.updatedAt,
  downloads: moduleFigures.downloads,
  rating: moduleFigures.rating,
  ratingCount: moduleFigures.ratingCount,
};

export const MODULE_CARD_COLUMNS = { ...OWN_COLUMNS, author: PERSON_COLUMNS };
/** A card without its author: users are joined only for the rows of the page. */
export const MODULE_CARD_OWN_COLUMNS = { ...OWN_COLUMNS, authorId: modules.authorId };

export type ModuleCard = Omit<ModuleListItem, 'releasedAt' | 'updatedAt'> & Record<'releasedAt' | 'updatedAt', Date>;

export const presentModuleCard = (card: ModuleCard): ModuleListItem => ({
  ...card,
  rating: Math.round(card.rating * 10) / 10,
  releasedAt: card.releasedAt.toISOString(),
  updatedAt: card.updatedAt.toISOString(),
});

export const presentPurchase = ({ id, createdAt, ...row }: ModulePurchaseRow): Purchase => ({
  ...row,
  _id: id,
  receipt: receiptNumber({ id, createdAt }),
  createdAt: createdAt.toISOString(),
});

export function presentModuleReview(found: { review: ModuleReviewRow; author: ModuleReview['author'] }): ModuleReview {
  const { answer, answeredAt, createdAt, updatedAt, ...fields } = found.review;
  return {
    ...fields,
    author: found.author,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    answer: answer === null || answeredAt === null ? null : { text: answer, at: answeredAt.toISOString() },
  };
}

/** Selects the versions of the outer query's module that are published or current, newest first. */
export const nestedVersions = (db: Executor) => {
  const { version, notes, status, releasedAt } = moduleVersions;
  return nestedRows({ version, notes, sizeBytes: files.size, sha256: files.sha256, status, releasedAt }, (column) =>
    db
      .select(column)
      .from(moduleVersions)
      .innerJoin(files, eq(files.id, moduleVersions.fileId))
      .where(and(eq(moduleVersions.moduleId, modules.id), or(eq(status, 'published'), eq(version, modules.version))))
      .orderBy(desc(moduleVersions.releasedAt), desc(moduleVersions.id)),
  );
};

type VersionRow = Omit<ModuleVersion, 'releasedAt'> & { status: string; releasedAt: Date | null };

export const getPublished = (rows: VersionRow[]): ModuleVersion[] =>
  rows.flatMap(({ status, releasedAt, ...row }) =>
    status === 'published' && releasedAt !== null ? [{ ...row, releasedAt: releasedAt.toISOString() }] : [],
  );

/** Selects the review of the newest version of the outer query's module. */
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

const nestedMedia = (db: Executor) => {
  const { id: _id, name, size, mimeType, visibility } = files;
  return nestedRows({ kind: moduleMedia.kind, visibility, file: { _id, name, size, mimeType } }, (column) =>
    db
      .select(column)
      .from(moduleMedia)
      .innerJoin(files, eq(files.id, moduleMedia.fileId))
      .where(eq(moduleMedia.moduleId, modules.id))
      .orderBy(moduleMedia.position),
  );
};

type MediaRow = ReturnType<typeof nestedMedia>['_']['type'][number];

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

const REVIEW_COLUMNS = { review: getTableColumns(moduleReviews), author: PERSON_COLUMNS };

export const selectModuleReviews = (db: Executor) =>
  db.select(REVIEW_COLUMNS).from(moduleReviews).innerJoin(users, eq(users.id, moduleReviews.userId)).$dynamic();

const modulePage = memoizeStatement((db, name) => {
  const { status, documentation, keyFeatures, license, repositoryUrl, demoUrl, sandboxUrl } = modules;
  return db
    .select({
      visible: visibleColumns(db),
      ...MODULE_CARD_COLUMNS,
      page: { status, documentation, keyFeatures, license, repositoryUrl, demoUrl, sandboxUrl },
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

/** Fails with `gone` if it was published until its author deleted the account. @param viewerId undefined for visitors */
export async function readModule({ db, fileLinks }: Deps, idOrSlug: string, viewerId?: string): Promise<Module> {
  const [row] = await modulePage(db, 'module-page').execute(toLookupValues(idOrSlug, viewerId));
  if (row === undefined) throw notFound('This module');
  // A module that was deleted before its author's account looks missing, to hide its sales.
  const isGone = row.authorDeletedAt !== null && row.visible.deletedAt === null && getPublished(row.versions).length > 0;
  const { version, isOwn, isOwned } = assertVisible(viewerId, row.visible, isGone ? gone : notFound);
  const { page, contact, saved, purchases, versions, ownReview, lastReview, takeDowns, ...card } = row;
  const media = presentMedia(row.media, fileLinks);
  const preview = media.previewImages.find(({ _id }) => card.previewImage === fileUrl(_id));
  const [myReview] = ownReview;
  const current = versions.find((one) => one.version === version);
  const countStars = (stars: number) => row.stars.find(({ rating }) => rating === stars)?.count ?? 0;
  return {
    ...presentModuleCard(card),
    previewImage: preview?.url ?? card.previewImage,
    ...page,
    sizeBytes: current?.sizeBytes ?? 0,
    sha256: current?.sha256 ?? '',
    versions: getPublished(versions),
    ...media,
    stars: [countStars(1), countStars(2), countStars(3), countStars(4), countStars(5)],
    owned: isOwned,
    boughtAs: purchases[0]?.license ?? null,
    saved,
    myReview: myReview ? { ...presentModuleReview(myReview), ...presentTakeDown(myReview.takeDowns) } : null,
    authorEmail: contact.shown ? contact.email : null,
    review: isOwn ? (lastReview[0] ?? null) : null,
    ...(isOwn && presentTakeDown(takeDowns)),
  };
}
