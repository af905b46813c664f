import { BROWSE } from '@solvent/contracts';
import type { ProblemSort, ProblemStatus } from '@solvent/contracts';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper, Subquery } from 'drizzle-orm';
import { users } from '../../accounts/schema.ts';
import { cardColumns } from './presenter.ts';
import type { ProblemCard } from './presenter.ts';
import { beginsAt, behind, conditionOf, IS_OPEN, matches, orderOf, rankOf } from './filter.ts';
import type { FilterPlaces, ListOrder, Place, ProblemFilter } from './filter.ts';
import { problems } from '../schema.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';
import { memoizeStatement } from '../../../platform/db/prepared.ts';
import { parseTagKeys } from '../../../platform/db/tag-filter.ts';
import type { ChargeSearch } from '../../../platform/limits/register-limits.ts';
import { readFarPage, MAX_CHEAP_OFFSET } from '../../../platform/cache/page-cursors.ts';
import type { PageSource, PageCursors, PageRange } from '../../../platform/cache/page-cursors.ts';

/** Where lists are read, and for whom: a card says whether that person saved it. */
export interface Reading {
  db: Db;
  /** Undefined for the signed-out. */
  viewerId: string | undefined;
}

/** A list: what it is known by, what is in it, its order. */
export interface WalkedList {
  key: string;
  condition: SQL | undefined;
  /** The same condition in the form that finds many at once, where another one meets them on the way. */
  atOnce?: SQL | undefined;
  sort: ProblemSort;
}

/**
 * A page of a long list. Far from its beginning it goes on where lately somebody left it.
 * @param pay is asked before rows are counted from the beginning; without it, it is paid
 */
export async function walk(
  reading: Reading,
  ends: PageCursors<Place>,
  { key, condition, atOnce = condition, sort }: WalkedList,
  range: PageRange,
  pay?: ChargeSearch,
): Promise<ProblemCard[]> {
  if (range.offset <= MAX_CHEAP_OFFSET) return readCards(reading, condition, sort, range);
  const far: PageSource<Place, ProblemCard> = {
    key: JSON.stringify([key, sort]),
    readByOffset: (rows) => readCards(reading, atOnce, sort, rows),
    readAfterCursor: (place, limit) => readCards(reading, condition, sort, { limit, offset: 0 }, place),
  };
  return readFarPage(ends, far, range, pay);
}

const FILTERS = ['price_min', 'price_max', 'category', 'tags'] as const satisfies (keyof ProblemFilter)[];
type Given = (typeof FILTERS)[number][];

/** A filter whose values come when the statement runs, but for its state. */
function placesOf(given: Given, status: ProblemStatus | undefined): FilterPlaces {
  const places: FilterPlaces = { status };
  for (const field of given) places[field] = sql.placeholder(field);
  return places;
}

/** What a filter asks for, and the values of that. */
function givenBy(filter: ProblemFilter) {
  const tags = parseTagKeys(filter.tags ?? '');
  const values = { ...filter, tags: tags.length > 0 ? tags : undefined };
  return { given: FILTERS.filter((field) => values[field] !== undefined), values };
}

/** The statements of first pages, by what they filter and how they sort: a few dozen at most. */
const firstPages = memoizeStatement((db, name: string, given: Given, status: ProblemStatus | undefined, sort: ProblemSort) => {
  const filter = placesOf(given, status);
  return (
    db
      .select(cardColumns(db, sql.placeholder('viewerId')))
      .from(problems)
      .innerJoin(users, eq(users.id, problems.userId))
      .where(and(conditionOf(filter), beginsAt(sort, filter)))
      .orderBy(...orderOf(sort))
      .limit(BROWSE.pageSize)
      // Without a name it is planned each time: how rare the tags are decides how their problems are found.
      .prepare(given.includes('tags') ? '' : name)
  );
});

/** Whether a page is the one that everybody asks for first. */
export const isFirstPage = ({ limit, offset }: PageRange): boolean => offset === 0 && limit === BROWSE.pageSize;

/** The first page of a long list, along its order's index, by a statement that is built once. Only where {@link isFirstPage}. */
export function firstPage({ db, viewerId }: Reading, filter: ProblemFilter, sort: ProblemSort): Promise<ProblemCard[]> {
  const { given, values } = givenBy(filter);
  const { status } = filter;
  const statement = firstPages(db, ['problems', sort, status, ...given].filter(Boolean).join('-'), given, status, sort);
  return statement.execute({ ...values, viewerId: viewerId ?? null });
}

/** No limit, said as one: a subquery with a limit is planned by itself, and finds by its filter instead of walking along an order. */
const ALL = 1_000_000_000;

/** The cards that `page` names, in the order of the list. */
function cardsOf({ db, viewerId }: Reading, page: Subquery, id: SQLWrapper, order: SQL[]): Promise<ProblemCard[]> {
  return db
    .select(cardColumns(db, viewerId))
    .from(page)
    .innerJoin(problems, eq(problems.id, id))
    .innerJoin(users, eq(users.id, problems.userId))
    .orderBy(...order);
}

function cardsAlong(
  { db, viewerId }: Reading,
  condition: SQL | undefined,
  sort: ListOrder,
  { limit, offset }: PageRange,
): Promise<ProblemCard[]> {
  return db
    .select(cardColumns(db, viewerId))
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(condition)
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset(offset);
}

/** Rows that are passed over cost more when they are cards already. */
const SHORT_WAY = 100;

/**
 * A page of the list, along an index; far from its beginning ids first, then the few rows that they name.
 * @param place what the range's offset counts from; absent: the beginning of the list
 */
export async function readCards(
  reading: Reading,
  condition: SQL | undefined,
  sort: ListOrder,
  { limit, offset }: PageRange,
  place?: Place,
): Promise<ProblemCard[]> {
  const rest = place === undefined ? condition : and(condition, behind(sort, place));
  if (offset <= SHORT_WAY) return cardsAlong(reading, rest, sort, { limit, offset });
  const ids = reading.db.select({ id: problems.id }).from(problems).where(rest);
  const page = ids
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset(offset)
    .as('page');
  return cardsOf(reading, page, page.id, orderOf(sort));
}

/** Which few problems: a filter and a prepared search; without `sort` the best matches come first. */
interface FewQuery {
  filter: ProblemFilter;
  prepared?: string;
  sort: ProblemSort | undefined;
}

/** What makes the statement of few another one, beside its filter. */
interface FewShape extends Pick<ProblemFilter, 'status'> {
  isSearch: boolean;
  sort: ProblemSort | undefined;
}

/** Planned for its values each time: how rare the words and tags are decides how their problems are found. */
const fewCards = memoizeStatement((db, _name, given: Given, { isSearch, sort, status }: FewShape) => {
  const { id, createdAt, budget, bidCount } = problems;
  const prepared = sql.placeholder('prepared');
  const rank = sort === undefined ? rankOf(prepared) : sql<number>`0`.as('rank');
  const filtered = conditionOf(placesOf(given, status));
  const found = db
    .select({ id, createdAt, budget, bidCount, isOpen: IS_OPEN.as('is_open'), rank })
    .from(problems)
    .where(isSearch ? and(matches(prepared), filtered) : filtered);
  const few = db.$with('few').as(found.limit(sql.placeholder('counted')));
  const page = db
    .select({ id: few.id, rank: few.rank })
    .from(few)
    .orderBy(desc(few.rank), ...orderOf(sort ?? 'newest', few))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('page');
  const cards = nestedRows(cardColumns(db, sql.placeholder('viewerId')), (column) =>
    db
      .select(column)
      .from(page)
      .innerJoin(problems, eq(problems.id, page.id))
      .innerJoin(users, eq(users.id, problems.userId))
      .orderBy(desc(page.rank), ...orderOf(sort ?? 'newest')),
  );
  const all = db.select({ total: count().as('total') }).from(few);
  const counted = all.as('counted');
  return db.with(few).select({ total: counted.total, cards }).from(counted).prepare('');
});

/**
 * A page of what matches and how many match, in one statement, where they are few: they are found by the filter and sorted
 * whole, what is shown is taken of the page alone.
 * @returns a `total` that is larger than `most` if more match: then the cards are none of the list
 */
export async function readFewCards(
  { db, viewerId }: Reading,
  { filter, prepared, sort }: FewQuery,
  range: PageRange,
  most: number,
): Promise<{ cards: ProblemCard[]; total: number }> {
  const { given, values } = givenBy(filter);
  const shape = { isSearch: prepared !== undefined, sort, status: filter.status };
  const statement = fewCards(db, JSON.stringify([given, shape]), given, shape);
  const asked = { ...values, limit: range.limit, offset: range.offset, counted: most + 1, prepared, viewerId: viewerId ?? null };
  const [row] = await statement.execute(asked);
  return row ?? { total: 0, cards: [] };
}

/**
 * A page with the best matches first, the newest of those that match alike.
 * @param condition matches, found by the index of words; or on the way, where just `newest` of them are candidates
 */
export async function readBestCards(
  reading: Reading,
  condition: SQL | undefined,
  prepared: string,
  { limit, offset }: PageRange,
  newest?: number,
): Promise<ProblemCard[]> {
  const { db } = reading;
  const { id, createdAt, budget, bidCount } = problems;
  const candidate = { id, createdAt, budget, bidCount, isOpen: IS_OPEN.as('is_open'), rank: rankOf(prepared) };
  const all = db.select(candidate).from(problems);
  const matching = all.where(condition);
  const found = (newest === undefined ? matching.limit(ALL) : matching.orderBy(...orderOf('newest')).limit(newest)).as('found');
  const page = db
    .select({ id: found.id, rank: found.rank })
    .from(found)
    .orderBy(desc(found.rank), ...orderOf('newest', found))
    .limit(limit)
    .offset(offset)
    .as('page');
  return cardsOf(reading, page, page.id, [desc(page.rank), ...orderOf('newest')]);
}
