import { desc, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { SQL } from 'drizzle-orm';
import { MODULE_LICENSES, MODULE_REPORT_REASONS, MODULE_STATUSES, PURCHASE_LICENSES, REVIEW_STAGES } from '@solvent/contracts';
import type { ReviewFinding } from '@solvent/contracts';
import { files } from './files.ts';
import { users } from './accounts.ts';
import { cascadingReference, primaryId, searchVector, timestamptz } from '../platform/db/columns.ts';

const userReference = () => cascadingReference(() => users.id);

export const modules = pgTable(
  'modules',
  {
    id: primaryId(),
    slug: text().notNull().unique(),
    authorId: userReference(),
    title: text().notNull(),
    description: text().notNull(),
    tags: text().array().notNull(),
    tagKeys: text()
      .array()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`lower_all(${modules.tags})`),
    search: searchVector()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`search_words(${modules.title}, ${modules.tags}, ${modules.description})`),
    /** US cents; 0 is free. */
    priceCents: integer().notNull(),
    /** URL of a 16:9 image. */
    previewImage: text(),
    documentation: text().notNull().default(''),
    keyFeatures: text().array().notNull().default([]),
    license: text({ enum: MODULE_LICENSES }).notNull().default('MIT'),
    repositoryUrl: text(),
    demoUrl: text(),
    sandboxUrl: text(),
    /** Idempotency-Key of the author's request. */
    requestKey: text(),
    /** SHA-256 of the request's texts and files, in hex. */
    requestHash: text(),
    /** The latest published version; before the first release, the pending one. */
    version: text().notNull(),
    status: text({ enum: MODULE_STATUSES }).notNull(),
    releasedAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    /** Set when the author deletes a module that was bought or taken down: it is permanently unpublished, but buyers keep it. */
    deletedAt: timestamptz(),
  },
  (table) => [
    index('modules_author').on(table.authorId),
    index('modules_newest').on(table.status, desc(table.releasedAt), desc(table.id)),
    index('modules_price').on(table.status, table.priceCents, desc(table.id)),
    // Prefix search in titles: words of one or two letters have no stem.
    index('modules_title').using('btree', sql`lower(${table.title}) text_pattern_ops`),
    uniqueIndex('modules_request').on(table.authorId, table.requestKey),
    index('modules_tags').using('gin', table.tagKeys),
    index('modules_search').using('gin', table.search),
    check('modules_price_cents', sql`${table.priceCents} >= 0`),
  ],
);

export type ModuleRow = typeof modules.$inferSelect;

/** Words of all titles and tags, for correcting searches. Filled by a trigger (migration 0024). */
export const moduleWords = pgTable('module_words', { word: text().primaryKey() }, (table) => [
  index('module_words_similar').using('gist', table.word.op('gist_trgm_ops')),
]);

const moduleReference = () => cascadingReference(() => modules.id);

/** A trigger inserts the row with its module. Separate from `modules`, so that counting downloads updates none of its indexes. */
export const moduleFigures = pgTable(
  'module_figures',
  {
    moduleId: cascadingReference(() => modules.id).primaryKey(),
    downloads: integer().notNull().default(0),
    ratingTotal: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    rating: real()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`CASE WHEN rating_count = 0 THEN 0 ELSE rating_total::real / rating_count END`),
  },
  (table) => [
    index('module_figures_popular').on(desc(table.downloads), desc(table.moduleId)),
    index('module_figures_rating').on(desc(table.rating), desc(table.downloads), desc(table.moduleId)),
    check(
      'module_figures_possible',
      sql`${table.downloads} >= 0 AND ${table.ratingTotal} BETWEEN ${table.ratingCount} AND 5 * ${table.ratingCount}`,
    ),
  ],
);

export type ModuleFiguresRow = typeof moduleFigures.$inferSelect;

export const moduleVersions = pgTable(
  'module_versions',
  {
    id: primaryId(),
    moduleId: moduleReference(),
    version: text().notNull(),
    notes: text().notNull().default(''),
    fileId: uuid()
      .notNull()
      .unique()
      .references(() => files.id),
    status: text({ enum: ['in-review', 'published', 'rejected'] }).notNull(),
    stage: text({ enum: REVIEW_STAGES }).notNull(),
    reason: text(),
    findings: jsonb().$type<ReviewFinding[]>().notNull().default([]),
    createdAt: timestamptz().notNull(),
    releasedAt: timestamptz(),
  },
  (table) => [unique('module_versions_once').on(table.moduleId, table.version)],
);

export const moduleMedia = pgTable(
  'module_media',
  {
    moduleId: moduleReference(),
    fileId: cascadingReference(() => files.id).unique(),
    kind: text({ enum: ['image', 'video'] }).notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.moduleId, table.fileId] })],
);

export const modulePurchases = pgTable(
  'module_purchases',
  {
    id: primaryId(),
    moduleId: moduleReference(),
    userId: userReference(),
    license: text({ enum: PURCHASE_LICENSES }).notNull(),
    /** Title at the time of purchase, for the receipt. */
    title: text().notNull(),
    /** Latest version at the time of purchase. The purchase includes updates of its major version. */
    version: text().notNull(),
    /** US cents. */
    priceCents: integer().notNull(),
    /** Id of the payment at its provider. */
    payment: text().notNull(),
    testMode: boolean().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [unique('module_purchases_once').on(table.moduleId, table.userId), index('module_purchases_user').on(table.userId)],
);

export type ModulePurchaseRow = typeof modulePurchases.$inferSelect;

/** One row per user or visitor and day (UTC). */
export const moduleDownloads = pgTable(
  'module_downloads',
  {
    moduleId: moduleReference(),
    /** Keyed SHA-256 in hex: of the user's id, or of a visitor's network address and the day. */
    who: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Null for visitors. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** Highest version that the user downloaded that day; null for visitors. */
    version: text(),
  },
  (table) => [
    primaryKey({ columns: [table.moduleId, table.who, table.day] }),
    index('module_downloads_user').on(table.userId, table.moduleId),
  ],
);

export const moduleReviews = pgTable(
  'module_reviews',
  {
    id: primaryId(),
    moduleId: moduleReference(),
    userId: userReference(),
    rating: integer().notNull(),
    text: text().notNull(),
    answer: text(),
    answeredAt: timestamptz(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    /** If set, the review is hidden and its stars do not count. */
    takenDownAt: timestamptz(),
  },
  (table) => [
    unique('module_reviews_once').on(table.moduleId, table.userId),
    index('module_reviews_newest').on(table.moduleId, desc(table.createdAt), desc(table.id)),
    check('module_reviews_rating', sql`${table.rating} BETWEEN 1 AND 5`),
  ],
);

export const savedModules = pgTable(
  'saved_modules',
  { userId: userReference(), moduleId: moduleReference(), savedAt: timestamptz().notNull() },
  (table) => [
    primaryKey({ columns: [table.userId, table.moduleId] }),
    index('saved_modules_newest').on(table.userId, desc(table.savedAt), desc(table.moduleId)),
  ],
);

export const moduleReports = pgTable(
  'module_reports',
  {
    id: primaryId(),
    moduleId: moduleReference(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    reason: text({ enum: MODULE_REPORT_REASONS }),
    description: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('module_reports_module').on(table.moduleId)],
);

export type ModuleReviewRow = typeof moduleReviews.$inferSelect;

/** Cancelled uploads: later requests with the key are rejected. Rows are deleted after a day. */
export const cancelledUploads = pgTable(
  'cancelled_uploads',
  {
    authorId: userReference(),
    requestKey: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.authorId, table.requestKey] })],
);
