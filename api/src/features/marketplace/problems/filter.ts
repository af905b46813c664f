import { BROWSE } from '@solvent/contracts';
import type { Category, ProblemSort, ProblemsQuery } from '@solvent/contracts';
import { and, desc, eq, getTableColumns, gte, lte, ne, sql, count } from 'drizzle-orm';
import type { Placeholder, SQL, SQLWrapper } from 'drizzle-orm';
import { NOT_TAKEN_DOWN } from './changes.ts';
import { problems } from '../../../schema/index.ts';
import type { ProblemRow } from '../../../schema/index.ts';
import { afterCursor } from '../../../platform/db/keyset.ts';
import type { CursorKey } from '../../../platform/db/keyset.ts';
import { hasAnyTag } from '../../../platform/db/tag-filter.ts';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Cache } from '../../../platform/cache/cache.ts';
import type { Db } from '../../../platform/db/connect.ts';
import type { ChargeSearch } from '../../../platform/limits/register-limits.ts';

/** Matches a `tsquery` through the GIN index. */
export const matches = (prepared: string | Placeholder): SQL => sql`${problems.search} @@ ${prepared}::tsquery`;

/** Matches without the GIN index: words that are common are found sooner by scanning the order's index. */
export const matchesWithoutIndex = (prepared: string): SQL => sql`(${problems.search} @@ ${prepared}::tsquery) IS TRUE`;

/**
 * Ranks matches. The weights are for: unused, body, tags, title (see `search_words`). A title outweighs three tags; a tag equals
 * fifteen words of the body.
 */
export const getSearchRank = (prepared: string | Placeholder): SQL.Aliased<number> =>
  sql<number>`ts_rank_cd('{0, 0.02, 0.3, 1}', ${problems.search}, ${prepared}::tsquery)`.as('rank');

/** Written as in the sort indexes, which PostgreSQL otherwise does not use. */
export const IS_OPEN = sql<boolean>`(${problems.status} = 'open')`;

const TODAY = sql`(now() AT TIME ZONE 'UTC')::date`;

/** A problem with any of the tags matches. Default status: all but closed ones. */
export type ProblemFilter = Pick<ProblemsQuery, 'tags' | 'price_min' | 'price_max' | 'due_within' | 'category' | 'status'>;

/** The status is part of the statement, the other values are bound when it runs. */
export type FilterPlaceholders = Partial<Record<Exclude<keyof ProblemFilter, 'status'>, Placeholder>> &
  Pick<ProblemFilter, 'status'>;

export function buildFilterCondition(filter: ProblemFilter | FilterPlaceholders): SQL | undefined {
  const { price_min: lowest, price_max: highest, due_within: days, category, status } = filter;
  return and(
    NOT_TAKEN_DOWN,
    status === undefined ? ne(problems.status, 'closed') : eq(problems.status, status),
    // Limits a scan of a sort index to its open or its other problems.
    status === undefined ? undefined : sql`${IS_OPEN} IS ${sql.raw(status === 'open' ? 'TRUE' : 'FALSE')}`,
    category === undefined ? undefined : eq(problems.category, category),
    lowest === undefined ? undefined : gte(problems.budget, lowest),
    highest === undefined ? undefined : lte(problems.budget, highest),
    // From yesterday on: it may still be that day for the poster.
    days === undefined ? undefined : sql`${problems.doneBy} BETWEEN ${TODAY} - 1 AND ${TODAY} + ${days}::int`,
    hasAnyTag(problems.tagKeys, filter.tags),
  );
}

type SortKeys = Record<'id' | 'createdAt' | 'budget' | 'bidCount' | 'isOpen', SQLWrapper>;

/** `time` ignores the status: a user's own problems. */
export type ListOrder = ProblemSort | 'time';

const TABLE_KEYS: SortKeys = { ...getTableColumns(problems), isOpen: IS_OPEN };

/** Returns the sort keys before the time. All are descending, so that a cursor is one row comparison. */
function getLeadingKeys(order: ListOrder, { budget, bidCount, isOpen }: SortKeys): SQLWrapper[] {
  if (order === 'time') return [];
  const keys = {
    newest: [],
    budget: [budget],
    'lowest-budget': [sql`(-${budget})`],
    bids: [bidCount],
    'fewest-bids': [sql`(-${bidCount})`],
  };
  return [isOpen, ...keys[order]];
}

/** A total order, which ends in the unique id. Each order of the table has an index. */
export const buildOrder = (order: ListOrder, keys: SortKeys = TABLE_KEYS): SQL[] =>
  [...getLeadingKeys(order, keys), keys.createdAt, keys.id].map((key) => desc(key));

/**
 * Builds a range condition on the sort index, so that a list in budget order starts its scan at the price limit instead of skipping
 * rows one by one.
 * @returns undefined for other orders, and without that limit
 */
export function buildStartCondition(
  order: ListOrder,
  { price_min: lowest, price_max: highest }: ProblemFilter | FilterPlaceholders,
): SQL | undefined {
  const { budget } = problems;
  if (order === 'budget' && highest !== undefined) return sql`(${IS_OPEN}, ${budget}) <= (true, ${highest}::int)`;
  if (order !== 'lowest-budget' || lowest === undefined) return undefined;
  return sql`(${IS_OPEN}, (-${budget})) <= (true, -${lowest}::int) AND (-${budget}) <= -${lowest}::int`;
}

export type ProblemCursor = Pick<ProblemRow, 'createdAt' | 'budget' | 'bidCount' | 'status'> & { _id: string };

/** Condition for rows after a cursor in the order of {@link buildOrder}. */
export function afterProblem(order: ListOrder, { _id, createdAt, budget, bidCount, status }: ProblemCursor): SQL {
  const values = {
    ...TABLE_KEYS,
    isOpen: sql`${status === 'open'}::boolean`,
    budget: sql`${budget}::int`,
    bidCount: sql`${bidCount}::int`,
  };
  const leadingValues = getLeadingKeys(order, values);
  const leading = getLeadingKeys(order, TABLE_KEYS).map((key, index): CursorKey => [key, leadingValues[index]]);
  return afterCursor(...leading, [problems.createdAt, createdAt], [problems.id, _id]);
}

/** Problems per category; a category without problems may be missing. */
export type CategoryTotals = ReadonlyMap<Category, number>;

/** Totals by {@link getTotalsKey}. The list and its category chips use the same count, so that the numbers agree. */
export type Totals = Cache<CategoryTotals>;

export const createTotals = (): Totals => createCache({ ttlMs: 10_000, staleMs: 20_000, size: 500, concurrency: 2 });

export const getTotalsKey = ({ tags, price_min, price_max, due_within, status }: ProblemFilter, prepared?: string): string =>
  JSON.stringify([tags, price_min, price_max, due_within, status, prepared]);

export const getTotal = (totals: CategoryTotals, category: Category | undefined): number =>
  category === undefined ? [...totals.values()].reduce((sum, one) => sum + one, 0) : (totals.get(category) ?? 0);

/** Tags, prices and days make a list that hardly anyone else requests, except for the initial price range and everything above it. */
function isCustomFilter({ tags, price_min, price_max, due_within }: ProblemFilter): boolean {
  const [lowest, highest] = BROWSE.initialPrice;
  const isOpening = (price_min === lowest && price_max === highest) || (price_min === highest + 1 && price_max === undefined);
  return tags !== undefined || due_within !== undefined || (!isOpening && (price_min !== undefined || price_max !== undefined));
}

/**
 * Ignores the category of the filter. @param prepared a search as a `tsquery`
 * @param chargeSearch charges the search limit, once for a request, before a count that is not cached
 */
export async function fetchTotals(
  db: Db,
  totals: Totals,
  { category: _category, ...filter }: ProblemFilter,
  chargeSearch: ChargeSearch,
  prepared?: string,
): Promise<CategoryTotals> {
  const key = getTotalsKey(filter, prepared);
  if (isCustomFilter(filter) && !totals.has(key)) await chargeSearch();
  return totals.fetch(key, async () => {
    const { category } = problems;
    const rows = await db
      .select({ category, count: count() })
      .from(problems)
      .where(and(prepared === undefined ? undefined : matches(prepared), buildFilterCondition(filter)))
      .groupBy(category);
    return new Map(rows.map((row) => [row.category, row.count]));
  });
}
