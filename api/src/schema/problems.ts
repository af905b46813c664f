import { PROBLEM_EVENTS, PROBLEM_REPORT_REASONS, PROBLEM_STATUSES, SEARCH_ALERTS } from '@solvent/contracts';
import type { Category, ProblemSearch } from '@solvent/contracts';
import { desc, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { files } from './files.ts';
import { cascadingReference, primaryId, searchVector, timestamptz } from '../platform/db/columns.ts';

const userRef = () => cascadingReference(() => users.id);
const problemRef = () => cascadingReference(() => problems.id);

/** Public lists show open problems first (decision 0061). */
const openFirst = sql`(status = 'open') desc`;

export const problems = pgTable(
  'problems',
  {
    id: primaryId(),
    userId: userRef(),
    title: text().notNull(),
    /** Markdown. Stored out of line (see the migration), so that lists read narrow rows. */
    body: text().notNull(),
    description: text().notNull(),
    category: text().$type<Category>().notNull(),
    tags: text().array().notNull(),
    /** Lowercase tags, for filters. */
    tagKeys: text()
      .array()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`lower_all(${problems.tags})`),
    search: searchVector()
      .notNull()
      .generatedAlwaysAs((): SQL => sql`search_words(${problems.title}, ${problems.tags}, ${problems.body})`),
    /** Whole US dollars. */
    budget: integer().notNull(),
    /** Calendar day by which the poster needs it. */
    doneBy: date(),
    status: text({ enum: PROBLEM_STATUSES }).notNull().default('open'),
    /** Bids that are not withdrawn; updated in the transaction that places or withdraws one. */
    bidCount: integer().notNull().default(0),
    requestKey: text(),
    solvedAt: timestamptz(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    /** If set, only the poster and the parties of agreements can read the problem (product 6.10). */
    takenDownAt: timestamptz(),
    /** Last substantial edit with pending bids: solvers must confirm older bids (product 4.11). */
    rewrittenAt: timestamptz(),
  },
  (table) => [
    index('problems_newest').on(openFirst, desc(table.createdAt), desc(table.id)),
    index('problems_budget').on(openFirst, desc(table.budget), desc(table.createdAt), desc(table.id)),
    index('problems_lowest_budget').on(openFirst, sql`(-budget) desc`, desc(table.createdAt), desc(table.id)),
    index('problems_bids').on(openFirst, desc(table.bidCount), desc(table.createdAt), desc(table.id)),
    index('problems_fewest_bids').on(openFirst, sql`(-bid_count) desc`, desc(table.createdAt), desc(table.id)),
    /** Serves filters by statuses that are rare at the start of this order: no problem without bids is in progress. */
    index('problems_state_fewest_bids').on(
      openFirst,
      table.status,
      sql`(-bid_count) desc`,
      desc(table.createdAt),
      desc(table.id),
    ),
    index('problems_category').on(table.category, openFirst, desc(table.createdAt), desc(table.id)),
    index('problems_status').on(table.status, desc(table.createdAt), desc(table.id)),
    // Replaced by the problems_up_ indexes; to be dropped one release later.
    index('problems_counted').on(table.category, table.status, table.budget),
    index('problems_user_state').on(table.userId, table.status, desc(table.createdAt), desc(table.id)),
    index('problems_listed')
      .on(table.id, table.updatedAt)
      .where(sql`${table.status} <> 'closed'`),
    /** Serves index-only counts of lists, because the rows of a million problems take a gigabyte. */
    index('problems_up_counted')
      .on(table.category, table.status, table.budget)
      .where(sql`${table.takenDownAt} IS NULL`)
      .concurrently(),
    index('problems_user').on(table.userId, desc(table.createdAt), desc(table.id)),
    index('problems_up_user_state')
      .on(table.userId, table.status, desc(table.createdAt), desc(table.id))
      .where(sql`${table.takenDownAt} IS NULL`)
      .concurrently(),
    /** Serves index-only scans of the sitemap, 50,000 rows at a time. */
    index('problems_up_listed')
      .on(table.id, table.updatedAt)
      .where(sql`${table.status} <> 'closed' AND ${table.takenDownAt} IS NULL`)
      .concurrently(),
    index('problems_done_by')
      .on(table.doneBy)
      .where(sql`${table.doneBy} IS NOT NULL`)
      .concurrently(),
    index('problems_tags').using('gin', table.tagKeys),
    index('problems_search').using('gin', table.search),
    uniqueIndex('problems_request').on(table.userId, table.requestKey),
    check('problems_counts', sql`${table.budget} > 0 AND ${table.bidCount} >= 0`),
  ],
);

/** Earlier texts of problems, for pending bidders to compare. */
export const problemVersions = pgTable(
  'problem_versions',
  {
    id: primaryId(),
    problemId: problemRef(),
    title: text().notNull(),
    body: text().notNull(),
    category: text().$type<Category>().notNull(),
    tags: text().array().notNull(),
    replacedAt: timestamptz().notNull(),
  },
  (table) => [index('problem_versions_problem').on(table.problemId, table.replacedAt)],
);

/** A separate table, so that counting a view does not rewrite the problem's row. */
export const problemViews = pgTable('problem_views', {
  problemId: cascadingReference(() => problems.id).primaryKey(),
  count: integer().notNull().default(0),
});

/** Words of all titles and tags, for correcting searches. Filled by a trigger (see the migration). */
export const problemWords = pgTable('problem_words', { word: text().primaryKey() }, (table) => [
  index('problem_words_alike').using('gist', table.word.op('gist_trgm_ops')),
]);

/** Hashes of viewers who have been counted in {@link problemViews}. */
export const problemViewers = pgTable(
  'problem_viewers',
  {
    problemId: problemRef(),
    viewer: text().notNull(),
    /** Time after which the row is deleted; null for accounts, which count once. */
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

export const problemEvents = pgTable(
  'problem_events',
  {
    id: primaryId(),
    problemId: problemRef(),
    event: text({ enum: PROBLEM_EVENTS }).notNull(),
    personId: userRef(),
    /** The last of {@link times} repetitions. */
    at: timestamptz().notNull(),
    times: integer().notNull().default(1),
    /** Whole US dollars, for `budget_changed` only. */
    budgetBefore: integer(),
    budgetAfter: integer(),
  },
  (table) => [index('problem_events_problem').on(table.problemId, table.at, table.id)],
);

export const problemFiles = pgTable(
  'problem_files',
  {
    problemId: problemRef(),
    fileId: cascadingReference(() => files.id).unique(),
    position: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.problemId, table.fileId] })],
);

export const savedProblems = pgTable(
  'saved_problems',
  {
    userId: userRef(),
    problemId: problemRef(),
    savedAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.problemId] }),
    index('saved_problems_newest').on(table.userId, desc(table.savedAt), desc(table.problemId)),
    index('saved_problems_problem').on(table.problemId),
  ],
);

export const savedSearches = pgTable(
  'saved_searches',
  {
    id: primaryId(),
    userId: userRef(),
    name: text().notNull(),
    query: jsonb().$type<ProblemSearch>().notNull(),
    createdAt: timestamptz().notNull(),
    alerts: text({ enum: SEARCH_ALERTS }).notNull().default('off'),
    /** Alerts have been sent for problems created until then. Null while alerts have never been on. */
    checkedAt: timestamptz(),
  },
  (table) => [index('saved_searches_newest').on(table.userId, desc(table.createdAt), desc(table.id))],
);

export type SavedSearchRow = typeof savedSearches.$inferSelect;

export const problemReports = pgTable(
  'problem_reports',
  {
    id: primaryId(),
    problemId: problemRef(),
    userId: userRef(),
    reason: text({ enum: PROBLEM_REPORT_REASONS }).notNull(),
    description: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [uniqueIndex('problem_reports_once').on(table.problemId, table.userId)],
);

/** When the poster last viewed the bids of a problem: later bids are new. */
export const seenBids = pgTable('seen_bids', {
  problemId: cascadingReference(() => problems.id).primaryKey(),
  at: timestamptz().notNull(),
});
