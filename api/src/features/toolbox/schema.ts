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
import { files } from '../files/schema.ts';
import { newId } from '../../platform/db/new-id.ts';
import { searchVector } from '../../platform/db/search-vector.ts';
import { users } from '../accounts/schema.ts';
import { timestamptz } from '../../platform/db/columns.ts';

/** Modules of the toolbox. */
export const modules = pgTable(
  'modules',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    slug: text().notNull().unique(),
    authorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text().notNull(),
    tags: text().array().notNull(),
    /** The tags in lower case: what the filter compares. */
    tagKeys: text()
      .array()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`lower_all(${modules.tags})`),
    search: searchVector()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`search_words(${modules.title}, ${modules.tags}, ${modules.description})`),
    /** US cents; 0 is free. */
    priceCents: integer().notNull(),
    /** Address of a 16:9 picture. */
    previewImage: text(),
    /** Markdown. */
    documentation: text().notNull().default(''),
    license: text({ enum: MODULE_LICENSES }).notNull().default('MIT'),
    repositoryUrl: text(),
    demoUrl: text(),
    sandboxUrl: text(),
    /** The author's Idempotency-Key: the same one never makes a second module. */
    requestKey: text(),
    /** What was sent with that key: SHA-256 of its texts and files, in hex. */
    requestHash: text(),
    /** The latest published version; of one that never was, the one that is wanted. */
    version: text().notNull(),
    status: text({ enum: MODULE_STATUSES }).notNull(),
    releasedAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    /** When its author deleted it although someone bought it, or it is taken down: it is unpublished for good, and buyers keep it. */
    deletedAt: timestamptz(),
  },
  (table) => [
    index('modules_author').on(table.authorId),
    index('modules_newest').on(table.status, desc(table.releasedAt), desc(table.id)),
    index('modules_price').on(table.status, table.priceCents, desc(table.id)),
    // What a title begins with, as it is typed: words of one or two letters are no stems yet.
    index('modules_title').using('btree', sql`lower(${table.title}) text_pattern_ops`),
    uniqueIndex('modules_request').on(table.authorId, table.requestKey),
    index('modules_tags').using('gin', table.tagKeys),
    index('modules_search').using('gin', table.search),
    check('modules_price_cents', sql`${table.priceCents} >= 0`),
  ],
);

export type ModuleRow = typeof modules.$inferSelect;

const ofModule = () =>
  uuid()
    .notNull()
    .references(() => modules.id, { onDelete: 'cascade' });
const ofPerson = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * What others did with modules: a row for each, which the database makes with the module. Apart from the modules, so that
 * counting a download touches none of their indexes, that of their words least of all.
 */
export const moduleFigures = pgTable(
  'module_figures',
  {
    moduleId: uuid()
      .primaryKey()
      .references(() => modules.id, { onDelete: 'cascade' }),
    downloads: integer().notNull().default(0),
    /** Sum of all stars given; the rating is this by the count. */
    ratingTotal: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    /** The average of the stars; 0 while nobody has rated. */
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

/** Versions of modules, each with its archive, and how its review stands. */
export const moduleVersions = pgTable(
  'module_versions',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    moduleId: ofModule(),
    /** Semantic version. */
    version: text().notNull(),
    notes: text().notNull().default(''),
    fileId: uuid()
      .notNull()
      .unique()
      .references(() => files.id),
    status: text({ enum: ['in-review', 'published', 'rejected'] }).notNull(),
    stage: text({ enum: REVIEW_STAGES }).notNull(),
    /** Why it was refused, and what to change. */
    reason: text(),
    findings: jsonb().$type<ReviewFinding[]>().notNull().default([]),
    createdAt: timestamptz().notNull(),
    releasedAt: timestamptz(),
  },
  (table) => [unique('module_versions_once').on(table.moduleId, table.version)],
);

/** Pictures and videos of modules. */
export const moduleMedia = pgTable(
  'module_media',
  {
    moduleId: ofModule(),
    fileId: uuid()
      .notNull()
      .unique()
      .references(() => files.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['image', 'video'] }).notNull(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.moduleId, table.fileId] })],
);

/** Who has bought what: once each. */
export const modulePurchases = pgTable(
  'module_purchases',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    moduleId: ofModule(),
    userId: ofPerson(),
    license: text({ enum: PURCHASE_LICENSES }).notNull(),
    /** What the module was called then: a receipt says what was bought. */
    title: text().notNull(),
    /** The latest version then: updates within its major version are included. */
    version: text().notNull(),
    /** What was paid, in US cents. */
    priceCents: integer().notNull(),
    /** The payment's own name at its provider. */
    payment: text().notNull(),
    /** No money moved. */
    testMode: boolean().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [unique('module_purchases_once').on(table.moduleId, table.userId), index('module_purchases_user').on(table.userId)],
);

export type ModulePurchaseRow = typeof modulePurchases.$inferSelect;

/** Who downloaded what on which day (UTC): counted once. */
export const moduleDownloads = pgTable(
  'module_downloads',
  {
    moduleId: ofModule(),
    /** Keyed SHA-256 of the person's id, or of a visitor's network address with the day, in hex. */
    who: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Null for a visitor. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The highest version that this person had that day; null for a visitor. */
    version: text(),
  },
  (table) => [
    primaryKey({ columns: [table.moduleId, table.who, table.day] }),
    index('module_downloads_user').on(table.userId, table.moduleId),
  ],
);

/** What people who have a module say of it: one each. */
export const moduleReviews = pgTable(
  'module_reviews',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    moduleId: ofModule(),
    userId: ofPerson(),
    /** 1 to 5. */
    rating: integer().notNull(),
    text: text().notNull(),
    /** What the module's author says to it. */
    answer: text(),
    answeredAt: timestamptz(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    /** While it is set, the review is not shown and its stars do not count. */
    takenDownAt: timestamptz(),
  },
  (table) => [
    unique('module_reviews_once').on(table.moduleId, table.userId),
    index('module_reviews_newest').on(table.moduleId, desc(table.createdAt), desc(table.id)),
    check('module_reviews_rating', sql`${table.rating} BETWEEN 1 AND 5`),
  ],
);

/** Modules that people keep for later. */
export const savedModules = pgTable(
  'saved_modules',
  { userId: ofPerson(), moduleId: ofModule(), savedAt: timestamptz().notNull() },
  (table) => [
    primaryKey({ columns: [table.userId, table.moduleId] }),
    index('saved_modules_newest').on(table.userId, desc(table.savedAt), desc(table.moduleId)),
  ],
);

/** What people report of modules to the team. */
export const moduleReports = pgTable(
  'module_reports',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    moduleId: ofModule(),
    /** Null for a visitor. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    reason: text({ enum: MODULE_REPORT_REASONS }),
    description: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('module_reports_module').on(table.moduleId)],
);

export type ModuleVersionRow = typeof moduleVersions.$inferSelect;
export type ModuleReviewRow = typeof moduleReviews.$inferSelect;

/** Uploads that their sender called off: what comes with such a key later is not published. Removed a day later. */
export const cancelledUploads = pgTable(
  'cancelled_uploads',
  {
    authorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The author's Idempotency-Key. */
    requestKey: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.authorId, table.requestKey] })],
);
