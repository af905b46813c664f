import { PROBLEM_STATUSES } from '@solvent/contracts';
import type { Category, ProblemSort, ProblemStatus } from '@solvent/contracts';
import { and, desc, eq, getTableColumns, gte, lte, ne, sql } from 'drizzle-orm';
import type { Placeholder, SQL, SQLWrapper } from 'drizzle-orm';
import { NOT_TAKEN_DOWN } from './visibility.ts';
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

/** As the indexes of orders have it. */
export const IS_OPEN = sql<boolean>`(${problems.status} = 'open')`;

/** In which part of an order's index a state is: without it, the rows of the other part would be passed over. */
const IN_PART = Object.fromEntries(
  PROBLEM_STATUSES.map((status) => [status, status === 'open' ? sql`${IS_OPEN} IS TRUE` : sql`${IS_OPEN} IS FALSE`]),
);

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

/** A filter whose values come later, when its statement runs; its state decides what the statement is. */
export type FilterPlaces = Partial<Record<Exclude<keyof ProblemFilter, 'status'>, Placeholder>> & Pick<ProblemFilter, 'status'>;

/** The filter as a condition on `problems`. */
export function conditionOf(filter: ProblemFilter | FilterPlaces): SQL | undefined {
  const { price_min: lowest, price_max: highest, category, status } = filter;
  return and(
    NOT_TAKEN_DOWN,
    status === undefined ? ne(problems.status, 'closed') : eq(problems.status, status),
    status === undefined ? undefined : IN_PART[status],
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
  isOpen: SQLWrapper;
}

/** The order of a list; somebody's own is by time alone, whatever became of what is in it. */
export type ListOrder = ProblemSort | 'time';

const OF_TABLE: SortKeys = { ...getTableColumns(problems), isOpen: IS_OPEN };

/** What comes before the time in an order: always the higher first, so that a place in it is one comparison. */
function leadOf(order: ListOrder, { budget, bidCount, isOpen }: SortKeys): SQLWrapper[] {
  if (order === 'time') return [];
  const figures = {
    newest: [],
    budget: [budget],
    'lowest-budget': [sql`(-${budget})`],
    bids: [bidCount],
    'fewest-bids': [sql`(-${bidCount})`],
  };
  return [isOpen, ...figures[order]];
}

/** An order that ends in what is never a tie; on the table itself, each has an index of its own. */
export const orderOf = (order: ListOrder, keys: SortKeys = OF_TABLE): SQL[] =>
  [...leadOf(order, keys), keys.createdAt, keys.id].map((key) => desc(key));

/**
 * Where an order by budget begins for a range of prices, which its filter says already: as a comparison that the order's index answers.
 * Without it all that are dearer, or cheaper, would be passed over one by one.
 */
export function beginsAt(
  order: ListOrder,
  { price_min: lowest, price_max: highest }: ProblemFilter | FilterPlaces,
): SQL | undefined {
  const { budget } = problems;
  if (order === 'budget' && highest !== undefined) return sql`(${IS_OPEN}, ${budget}) <= (true, ${highest}::int)`;
  if (order !== 'lowest-budget' || lowest === undefined) return undefined;
  return sql`(${IS_OPEN}, (-${budget})) <= (true, -${lowest}::int) AND (-${budget}) <= -${lowest}::int`;
}

/** Where in its order a problem stands. */
export type Place = Pick<ProblemRow, 'id' | 'createdAt' | 'budget' | 'bidCount' | 'status'>;

/** What comes behind a place in {@link orderOf}'s order: by one comparison, which the order's index answers. */
export function behind(order: ListOrder, { id, createdAt, budget, bidCount, status }: Place): SQL {
  const keys = sql.join([...leadOf(order, OF_TABLE), problems.createdAt, problems.id], sql`, `);
  const isOpen = sql`${status === 'open'}::boolean`;
  const place = leadOf(order, { ...OF_TABLE, isOpen, budget: sql`${budget}::int`, bidCount: sql`${bidCount}::int` });
  return sql`(${keys}) < (${sql.join([...place, sql`${createdAt.toISOString()}::timestamptz`, sql`${id}::uuid`], sql`, `)})`;
}
