import { BROWSE } from '@solvent/contracts';
import type { Category } from '@solvent/contracts';
import { and, count } from 'drizzle-orm';
import { buildFilterCondition, matches } from './filter.ts';
import type { ProblemFilter } from './filter.ts';
import { problems } from '../../../schema/index.ts';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Cache } from '../../../platform/cache/cache.ts';
import type { Db } from '../../../platform/db/connect.ts';
import type { ChargeSearch } from '../../../platform/limits/register-limits.ts';

const COUNT_TTL_MS = 10_000;
const COUNT_STALE_MS = 20_000;
const COUNT_CONCURRENCY = 2;

/** Problems per category; a category without problems may be missing. */
export type CategoryTotals = ReadonlyMap<Category, number>;

/** By {@link getTotalsKey}. One count serves the list and its category chips, so that the numbers agree. */
export type Totals = Cache<CategoryTotals>;

export const createTotals = (): Totals =>
  createCache({ ttlMs: COUNT_TTL_MS, staleMs: COUNT_STALE_MS, size: 500, concurrency: COUNT_CONCURRENCY });

export const getTotalsKey = ({ tags, price_min, price_max, status }: ProblemFilter, prepared?: string): string =>
  JSON.stringify([tags, price_min, price_max, status, prepared]);

/** Ignores the category of the filter. @param prepared a search as a `tsquery` */
export const fetchTotals = (
  db: Db,
  totals: Totals,
  { category: _category, ...filter }: ProblemFilter,
  prepared?: string,
): Promise<CategoryTotals> =>
  totals.fetch(getTotalsKey(filter, prepared), async () => {
    const { category } = problems;
    const rows = await db
      .select({ category, count: count() })
      .from(problems)
      .where(and(prepared === undefined ? undefined : matches(prepared), buildFilterCondition(filter)))
      .groupBy(category);
    return new Map(rows.map((row) => [row.category, row.count]));
  });

export const getTotal = (totals: CategoryTotals, category: Category | undefined): number =>
  category === undefined ? [...totals.values()].reduce((sum, one) => sum + one, 0) : (totals.get(category) ?? 0);

/** Tags and prices make a list that hardly anyone else requests, except for the initial price range and everything above it. */
function isCustomFilter({ tags, price_min, price_max }: ProblemFilter): boolean {
  const [lowest, highest] = BROWSE.initialPrice;
  const isOpening = (price_min === lowest && price_max === highest) || (price_min === highest + 1 && price_max === undefined);
  return tags !== undefined || (!isOpening && (price_min !== undefined || price_max !== undefined));
}

/** @param chargeSearch charges the search limit before a count that is not cached */
export async function fetchFilterTotals(
  db: Db,
  totals: Totals,
  filter: ProblemFilter,
  chargeSearch: ChargeSearch,
): Promise<CategoryTotals> {
  if (isCustomFilter(filter) && !totals.has(getTotalsKey(filter))) await chargeSearch();
  return fetchTotals(db, totals, filter);
}
