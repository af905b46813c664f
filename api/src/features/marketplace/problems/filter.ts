import type { Category, ProblemSort, ProblemStatus } from '@solvent/contracts';
import { and, desc, eq, gte, lte, ne, sql } from 'drizzle-orm';
import type { Placeholder, SQL, SQLWrapper } from 'drizzle-orm';
import { problems } from '../schema.ts';
import type { ProblemRow } from '../schema.ts';
import { hasAnyTag } from '../../../platform/db/tag-filter.ts';

/** Matches problems by a prepared search, found by the index of words. */
export const matches = (prepared: string | Placeholder): SQL => sql`${problems.search} @@ ${prepared}::tsquery`;

/** The same, but not by that index: for words so common that walking in the order of the list meets them at once. */
export const matchesOnTheWay = (prepared: string): SQL => sql`(${problems.search} @@ ${prepared}::tsquery) IS TRUE`;

/**
 * How well a problem matches, as a column named `rank`. The weights are those of body, tags and title (see `search_words`):
 * a title outweighs three tags, and a body has to say a word fifteen times to weigh as much as a tag.
 */
export const rankOf = (prepared: string | Placeholder): SQL.Aliased<number> =>
  sql<number>`ts_rank_cd('{0, 0.02, 0.3, 1}', ${problems.search}, ${prepared}::tsquery)`.as('rank');

/** Which problems a list is about. */
export interface ProblemFilter {
  /** Comma-joined; a problem with any of them matches, whatever their case. */
  tags?: string | undefined;
  price_min?: number | undefined;
  price_max?: number | undefined;
  category?: Category | undefined;
  /** Absent: all but closed ones. */
  status?: ProblemStatus | undefined;
}

/** A page of a list. */
export interface PageRange {
  limit: number;
  offset: number;
}

/** A filter whose values come later, when its statement runs. */
type FilterPlaces = { [Field in keyof ProblemFilter]: Placeholder };

/** The filter as a condition on `problems`. */
export function conditionOf(filter: ProblemFilter | FilterPlaces): SQL | undefined {
  const { price_min: lowest, price_max: highest, category, status } = filter;
  return and(
    status === undefined ? ne(problems.status, 'closed') : eq(problems.status, status),
    category === undefined ? undefined : eq(problems.category, category),
    lowest === undefined ? undefined : gte(problems.budget, lowest),
    highest === undefined ? undefined : lte(problems.budget, highest),
    hasAnyTag(problems.tagKeys, filter.tags),
  );
}

/** What problems are ordered by: the table's columns, or those of a part of it. */
interface SortKeys {
  id: SQLWrapper;
  createdAt: SQLWrapper;
  budget: SQLWrapper;
  bidCount: SQLWrapper;
}

/** An order that ends in what is never a tie; on the table itself, each has an index of its own. */
export function orderOf(sort: ProblemSort, { id, createdAt, budget, bidCount }: SortKeys = problems): SQL[] {
  const newest = [desc(createdAt), desc(id)];
  if (sort === 'budget') return [desc(budget), ...newest];
  return sort === 'bids' ? [desc(bidCount), ...newest] : newest;
}

/** Where in its order a problem stands. */
export type Place = Pick<ProblemRow, 'id' | 'createdAt' | 'budget' | 'bidCount'>;

/** What comes behind a place in {@link orderOf}'s order: by one comparison, which the order's index answers. */
export function behind(sort: ProblemSort, { id, createdAt, budget, bidCount }: Place): SQL {
  const newest = sql`${createdAt.toISOString()}::timestamptz, ${id}::uuid`;
  if (sort === 'budget') {
    return sql`(${problems.budget}, ${problems.createdAt}, ${problems.id}) < (${budget}::int, ${newest})`;
  }
  return sort === 'bids'
    ? sql`(${problems.bidCount}, ${problems.createdAt}, ${problems.id}) < (${bidCount}::int, ${newest})`
    : sql`(${problems.createdAt}, ${problems.id}) < (${newest})`;
}
