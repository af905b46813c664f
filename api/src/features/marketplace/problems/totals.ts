import { BROWSE } from '@solvent/contracts';
import type { Category } from '@solvent/contracts';
import { count } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { conditionOf } from './filter.ts';
import type { ProblemFilter } from './filter.ts';
import { problems } from '../schema.ts';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Cache } from '../../../platform/cache/cache.ts';
import type { Db } from '../../../platform/db/connect.ts';
import type { ChargeSearch } from '../../../platform/limits/register-limits.ts';

/** Counting a hundred thousand rows takes longer than all the rest of a list; a count may be this old (ms). */
const COUNT_LIFE = 10_000;

/** And so much older for the one whose asking has it counted anew: nobody waits for that. */
const COUNT_GRACE = 20_000;

/** Counts keep no more of the database busy than this: whoever asks for one that is not known yet waits for others who do. */
const COUNTS_AT_ONCE = 2;

/** How many problems of each category match a filter; those of which there are none may be missing. */
export type CategoryTotals = ReadonlyMap<Category, number>;

/**
 * What was counted lately, by {@link keyOf} the filter. One count serves the list, all its categories and the numbers on
 * their chips: so these are what a click then shows.
 */
export type Totals = Cache<CategoryTotals>;

export const createTotals = (): Totals =>
  createCache({ ttlMs: COUNT_LIFE, staleMs: COUNT_GRACE, size: 500, concurrency: COUNTS_AT_ONCE });

/** A filter's name among what is remembered: totals depend neither on the order nor on the page, and are of all categories. */
export const keyOf = ({ tags, price_min, price_max, status }: ProblemFilter, prepared?: string): string =>
  JSON.stringify([tags, price_min, price_max, status, prepared]);

/** All categories of a filter. */
export const ofAllCategories = ({ category: _one, ...filter }: ProblemFilter): ProblemFilter => filter;

/** How many problems of each category there are. */
export async function countByCategory(db: Db, condition: SQL | undefined): Promise<CategoryTotals> {
  const { category } = problems;
  const rows = await db.select({ category, count: count() }).from(problems).where(condition).groupBy(category);
  return new Map(rows.map((row) => [row.category, row.count]));
}

/** How many there are of one category, or of all. */
export const totalOf = (totals: CategoryTotals, category: Category | undefined): number =>
  category === undefined ? [...totals.values()].reduce((sum, one) => sum + one, 0) : (totals.get(category) ?? 0);

/** Of states and the range that pages open with there are few lists, which everybody asks for; other prices and tags make a list that nobody else has. */
function isOwn({ tags, price_min, price_max }: ProblemFilter): boolean {
  const [lowest, highest] = BROWSE.initialPrice;
  // And what is dearer than that range: each page that opens with it says how many those are.
  const isOpening = (price_min === lowest && price_max === highest) || (price_min === highest + 1 && price_max === undefined);
  return tags !== undefined || (!isOpening && (price_min !== undefined || price_max !== undefined));
}

/** How many match a filter without a search. @param pay is asked before what nobody has counted lately */
export async function filterTotals(db: Db, totals: Totals, filter: ProblemFilter, pay: ChargeSearch): Promise<CategoryTotals> {
  const key = keyOf(filter);
  if (isOwn(filter) && !totals.has(key)) await pay();
  return totals.fetch(key, () => countByCategory(db, conditionOf(ofAllCategories(filter))));
}
