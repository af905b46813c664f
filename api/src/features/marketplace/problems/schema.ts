import { PROBLEM_EVENTS, PROBLEM_REPORT_REASONS, PROBLEM_STATUSES } from '@solvent/contracts';
import type { Category, ProblemSearch } from '@solvent/contracts';
import { desc, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../accounts/schema.ts';
import { files } from '../../files/schema.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { searchVector } from '../../../platform/db/search-vector.ts';
import { timestamptz } from '../../../platform/db/columns.ts';

/** What every public list begins its order with: open problems stand above all others (decision 0061). */
const openFirst = sql`(status = 'open') desc`;

/** Problems that seekers posted. */
export const problems = pgTable(
  'problems',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    /** Markdown. Kept beside the row (see the migration), so that lists read narrow rows. */
    body: text().notNull(),
    /** Plain-text summary of the body. */
    description: text().notNull(),
    category: text().$type<Category>().notNull(),
    tags: text().array().notNull(),
    /** The tags in lower case: what the filter compares. */
    tagKeys: text()
      .array()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`lower_all(${problems.tags})`),
    search: searchVector()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`search_words(${problems.title}, ${problems.tags}, ${problems.body})`),
    /** Whole US dollars. */
    budget: integer().notNull(),
    status: text({ enum: PROBLEM_STATUSES }).notNull().default('open'),
    /** Bids that were not withdrawn. Whoever places or withdraws one counts here, in the same transaction. */
    bidCount: integer().notNull().default(0),
    /** The poster's Idempotency-Key: the same one never makes a second problem. */
    requestKey: text(),
    /** When its seeker said so; both may rate each other for some days after. */
    solvedAt: timestamptz(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    /** While it is set, only the poster and the participants of agreements see the problem (product 6.10). */
    takenDownAt: timestamptz(),
    /** When its text was last changed by more than typos while bids were pending: older bids wait for their solver (product 4.11). */
    rewrittenAt: timestamptz(),
  },
  (table) => [
    index('problems_newest').on(openFirst, desc(table.createdAt), desc(table.id)),
    index('problems_budget').on(openFirst, desc(table.budget), desc(table.createdAt), desc(table.id)),
    index('problems_lowest_budget').on(openFirst, sql`(-budget) desc`, desc(table.createdAt), desc(table.id)),
    index('problems_bids').on(openFirst, desc(table.bidCount), desc(table.createdAt), desc(table.id)),
    index('problems_fewest_bids').on(openFirst, sql`(-bid_count) desc`, desc(table.createdAt), desc(table.id)),
    /** Of a state that is met late on the way: of those without bids none was ever taken. */
    index('problems_state_fewest_bids').on(
      openFirst,
      table.status,
      sql`(-bid_count) desc`,
      desc(table.createdAt),
      desc(table.id),
    ),
    index('problems_category').on(table.category, openFirst, desc(table.createdAt), desc(table.id)),
    index('problems_status').on(table.status, desc(table.createdAt), desc(table.id)),
    // Replaced by problems_up_counted, problems_up_user_state and problems_up_listed; dropped one release later.
    index('problems_counted').on(table.category, table.status, table.budget),
    index('problems_user_state').on(table.userId, table.status, desc(table.createdAt), desc(table.id)),
    index('problems_listed')
      .on(table.id, table.updatedAt)
      .where(sql`${table.status} <> 'closed'`),
    /** For counts of lists: without this index each count would read the rows, a gigabyte of a million problems. */
    index('problems_up_counted')
      .on(table.category, table.status, table.budget)
      .where(sql`${table.takenDownAt} IS NULL`)
      .concurrently(),
    index('problems_user').on(table.userId, desc(table.createdAt), desc(table.id)),
    /** A user's problems by state, for index-only scans. */
    index('problems_up_user_state')
      .on(table.userId, table.status, desc(table.createdAt), desc(table.id))
      .where(sql`${table.takenDownAt} IS NULL`)
      .concurrently(),
    /** Problems for search engines with the time of their last change: an index-only scan, 50,000 at a time. */
    index('problems_up_listed')
      .on(table.id, table.updatedAt)
      .where(sql`${table.status} <> 'closed' AND ${table.takenDownAt} IS NULL`)
      .concurrently(),
    index('problems_tags').using('gin', table.tagKeys),
    index('problems_search').using('gin', table.search),
    uniqueIndex('problems_request').on(table.userId, table.requestKey),
    check('problems_counts', sql`${table.budget} > 0 AND ${table.bidCount} >= 0`),
  ],
);

/** Former texts of problems, for pending bidders to compare. */
export const problemVersions = pgTable(
  'problem_versions',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    problemId: uuid()
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    body: text().notNull(),
    category: text().$type<Category>().notNull(),
    tags: text().array().notNull(),
    replacedAt: timestamptz().notNull(),
  },
  (table) => [index('problem_versions_problem').on(table.problemId, table.replacedAt)],
);

/** How many people have read each problem. Apart from the problem, so that counting a reader rewrites a few bytes. */
export const problemViews = pgTable('problem_views', {
  problemId: uuid()
    .primaryKey()
    .references(() => problems.id, { onDelete: 'cascade' }),
  count: integer().notNull().default(0),
});

/**
 * Every word that a problem's title or tags ever had, for searches with a typo in them. Kept by a trigger (see the migration), whoever
 * writes the problem.
 */
export const problemWords = pgTable('problem_words', { word: text().primaryKey() }, (table) => [
  index('problem_words_alike').using('gist', table.word.op('gist_trgm_ops')),
]);

/** Who was counted in {@link problemViews} already, as nobody can tell who that is. */
export const problemViewers = pgTable(
  'problem_viewers',
  {
    problemId: uuid()
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    viewer: text().notNull(),
    /** Null for an account: it counts once. */
    forgottenAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.problemId, table.viewer] }),
    index('problem_viewers_forgotten')
      .on(table.forgottenAt)
      .where(sql`${table.forgottenAt} IS NOT NULL`),
  ],
);

export type ProblemRow = typeof problems.$inferSelect;

/** What happened to problems, for their timelines. */
export const problemEvents = pgTable(
  'problem_events',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    problemId: uuid()
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    event: text({ enum: PROBLEM_EVENTS }).notNull(),
    personId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The last time, of {@link times} in a row. */
    at: timestamptz().notNull(),
    times: integer().notNull().default(1),
    /** Of `budget_changed` alone: whole US dollars. */
    budgetBefore: integer(),
    budgetAfter: integer(),
  },
  (table) => [index('problem_events_problem').on(table.problemId, table.at, table.id)],
);

/** Files that belong to problems. */
export const problemFiles = pgTable(
  'problem_files',
  {
    problemId: uuid()
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    fileId: uuid()
      .notNull()
      .unique()
      .references(() => files.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.problemId, table.fileId] })],
);

/** Problems that people keep for later. */
export const savedProblems = pgTable(
  'saved_problems',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    problemId: uuid()
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    savedAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.problemId] }),
    index('saved_problems_newest').on(table.userId, desc(table.savedAt), desc(table.problemId)),
    /** Who is told that it is closed or solved. */
    index('saved_problems_problem').on(table.problemId),
  ],
);

/** Searches that people keep under names, at most twenty each: they are compared one by one when another is saved. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    query: jsonb().$type<ProblemSearch>().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('saved_searches_newest').on(table.userId, desc(table.createdAt), desc(table.id))],
);

export type SavedSearchRow = typeof savedSearches.$inferSelect;

/** What people report to the team. */
export const problemReports = pgTable(
  'problem_reports',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    problemId: uuid()
      .notNull()
      .references(() => problems.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text({ enum: PROBLEM_REPORT_REASONS }).notNull(),
    description: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [uniqueIndex('problem_reports_once').on(table.problemId, table.userId)],
);

/** When the posters of problems last looked at their bids: what came since is new. Apart from the problem, as its views are. */
export const seenBids = pgTable('seen_bids', {
  problemId: uuid()
    .primaryKey()
    .references(() => problems.id, { onDelete: 'cascade' }),
  at: timestamptz().notNull(),
});
