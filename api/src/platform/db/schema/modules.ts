import { desc, sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { SQL } from 'drizzle-orm';
import { newId } from '../new-id.ts';
import { searchVector } from './search-vector.ts';
import { users } from './users.ts';

/** States of a module (api "State machines"). */
const MODULE_STATUSES = ['in-review', 'published', 'rejected', 'unpublished'] as const;

const moment = () => timestamp({ withTimezone: true, precision: 3 });

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
    /** Sum of all stars given; the rating is this by the count. */
    ratingTotal: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    downloads: integer().notNull().default(0),
    /** Address of a 16:9 picture. */
    previewImage: text(),
    version: text().notNull(),
    status: text({ enum: MODULE_STATUSES }).notNull(),
    releasedAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    index('modules_popular').on(table.status, desc(table.downloads), desc(table.id)),
    index('modules_author').on(table.authorId),
    index('modules_tags').using('gin', table.tagKeys),
    index('modules_search').using('gin', table.search),
    check(
      'modules_figures',
      sql`${table.priceCents} >= 0 AND ${table.downloads} >= 0 AND ${table.ratingTotal} BETWEEN ${table.ratingCount} AND 5 * ${table.ratingCount}`,
    ),
  ],
);

export type ModuleRow = typeof modules.$inferSelect;
