import { BROWSE } from '@solvent/contracts';
import type { ProblemSort, ProblemStatus } from '@solvent/contracts';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper, Subquery } from 'drizzle-orm';
import { problems, users } from '../../../schema/index.ts';
import { cardColumns } from './presenter.ts';
import type { ProblemCard } from './presenter.ts';
import {
  buildStartCondition,
  afterProblem,
  buildFilterCondition,
  IS_OPEN,
  matches,
  buildOrder,
  getSearchRank,
} from './filter.ts';
import type { FilterPlaceholders, ListOrder, ProblemCursor, ProblemFilter } from './filter.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { nestedRows } from '../../../platform/db/nested-rows.ts';
import { memoizeStatement } from '../../../platform/db/prepared.ts';
import { parseTagKeys } from '../../../platform/db/tag-filter.ts';
import type { ChargeSearch } from '../../../platform/limits/register-limits.ts';
import { readFarPage, MAX_CHEAP_OFFSET } from '../../../platform/cache/page-cursors.ts';
import type { PageSource, PageCursors, PageRange } from '../../../platform/cache/page-cursors.ts';

export interface ReadContext {
  db: Db;
  /** Decides `savedByMe` of each card; undefined for visitors. */
  viewerId: string | undefined;
}

interface ListDefinition {
  /** Identifies the list and its order. */
  key: string;
  condition: SQL | undefined;
  /** The same condition, in the form that is faster for reading many rows by offset. */
  indexedCondition: SQL | undefined;
  sort: ProblemSort;
}

/** Reads a page of a list. Distant pages continue from a cached cursor if there is one. */
export async function readListPage(
  context: ReadContext,
  cursors: PageCursors<ProblemCursor>,
  { key, condition, indexedCondition, sort }: ListDefinition,
  range: PageRange,
  chargeSearch: ChargeSearch,
): Promise<ProblemCard[]> {
  if (range.offset <= MAX_CHEAP_OFFSET) return readCards(context, condition, sort, range);
  const source: PageSource<ProblemCursor, ProblemCard> = {
    key,
    readByOffset: (offsetRange) => readCards(context, indexedCondition, sort, offsetRange),
    readAfterCursor: (cursor, limit) =>
      readCards(context, and(condition, afterProblem(sort, cursor)), sort, { limit, offset: 0 }),
  };
  return readFarPage(cursors, source, range, chargeSearch);
}

const FILTERS = ['price_min', 'price_max', 'due_within', 'category', 'tags'] as const satisfies (keyof ProblemFilter)[];
type FilterNames = (typeof FILTERS)[number][];

function buildPlaceholders(names: FilterNames, status: ProblemStatus | undefined): FilterPlaceholders {
  return { status, ...Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) };
}

function getFilterValues(filter: ProblemFilter) {
  const tags = parseTagKeys(filter.tags ?? '');
  const values = { ...filter, tags: tags.length > 0 ? tags : undefined };
  return { names: FILTERS.filter((name) => values[name] !== undefined), values };
}

const firstPageStatement = memoizeStatement(
  (db, name: string, names: FilterNames, status: ProblemStatus | undefined, sort: ProblemSort) => {
    const filter = buildPlaceholders(names, status);
    return (
      db
        .select(cardColumns(db, sql.placeholder('viewerId')))
        .from(problems)
        .innerJoin(users, eq(users.id, problems.userId))
        .where(and(buildFilterCondition(filter), buildStartCondition(sort, filter)))
        .orderBy(...buildOrder(sort))
        .limit(BROWSE.pageSize)
        // Unnamed statements are planned for their values: the plan depends on how rare the tags are.
        .prepare(names.includes('tags') ? '' : name)
    );
  },
);

/** Reads the first `BROWSE.pageSize` problems of a long list by a prepared statement. */
export function readFirstPage({ db, viewerId }: ReadContext, filter: ProblemFilter, sort: ProblemSort): Promise<ProblemCard[]> {
  const { names, values } = getFilterValues(filter);
  const { status } = filter;
  const statement = firstPageStatement(db, ['problems', sort, status, ...names].filter(Boolean).join('-'), names, status, sort);
  return statement.execute({ ...values, viewerId: viewerId ?? null });
}

/** A limit makes PostgreSQL plan the subquery by itself: it uses the filter's index instead of scanning the order's. */
const NO_LIMIT = 1_000_000_000;

function readCardsOfPage({ db, viewerId }: ReadContext, page: Subquery, id: SQLWrapper, order: SQL[]): Promise<ProblemCard[]> {
  return db
    .select(cardColumns(db, viewerId))
    .from(page)
    .innerJoin(problems, eq(problems.id, id))
    .innerJoin(users, eq(users.id, problems.userId))
    .orderBy(...order);
}

/** Beyond this offset, ids are read first: skipping whole cards costs more. */
const MAX_CARD_OFFSET = 100;

/** Reads a page of a list by the index of its sort order. */
export async function readCards(
  context: ReadContext,
  condition: SQL | undefined,
  sort: ListOrder,
  { limit, offset }: PageRange,
): Promise<ProblemCard[]> {
  const { db, viewerId } = context;
  const order = buildOrder(sort);
  if (offset > MAX_CARD_OFFSET) {
    const ids = db
      .select({ id: problems.id })
      .from(problems)
      .where(condition)
      .orderBy(...order);
    const page = ids.limit(limit).offset(offset).as('page');
    return readCardsOfPage(context, page, page.id, order);
  }
  return db
    .select(cardColumns(db, viewerId))
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(condition)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
}

const { id, createdAt, budget, bidCount } = problems;
const SORT_COLUMNS = { id, createdAt, budget, bidCount, isOpen: IS_OPEN.as('is_open') };

interface SmallListShape extends Pick<ProblemFilter, 'status'> {
  isSearch: boolean;
  sort: ProblemSort | undefined;
}

/** Unnamed, so planned for its values: the plan depends on how rare the words and tags are. */
const smallListStatement = memoizeStatement((db, _name, names: FilterNames, { isSearch, sort, status }: SmallListShape) => {
  const prepared = sql.placeholder('prepared');
  const rank = sort === undefined ? getSearchRank(prepared) : sql<number>`0`.as('rank');
  const filtered = buildFilterCondition(buildPlaceholders(names, status));
  const found = db
    .select({ ...SORT_COLUMNS, rank })
    .from(problems)
    .where(isSearch ? and(matches(prepared), filtered) : filtered);
  const few = db.$with('few').as(found.limit(sql.placeholder('countLimit')));
  const page = db
    .select({ id: few.id, rank: few.rank })
    .from(few)
    .orderBy(desc(few.rank), ...buildOrder(sort ?? 'newest', few))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('page');
  const cards = nestedRows(cardColumns(db, sql.placeholder('viewerId')), (column) =>
    db
      .select(column)
      .from(page)
      .innerJoin(problems, eq(problems.id, page.id))
      .innerJoin(users, eq(users.id, problems.userId))
      .orderBy(desc(page.rank), ...buildOrder(sort ?? 'newest')),
  );
  const counted = db
    .select({ total: count().as('total') })
    .from(few)
    .as('counted');
  return db.with(few).select({ total: counted.total, cards }).from(counted).prepare('');
});

/** Sorts all matches in one statement. Returns a `total` above `maxTotal` if more match; then ignore the cards. */
export async function readSmallList(
  { db, viewerId }: ReadContext,
  { filter, prepared, sort }: { filter: ProblemFilter; prepared?: string; sort: ProblemSort | undefined },
  range: PageRange,
  maxTotal: number,
): Promise<{ cards: ProblemCard[]; total: number }> {
  const { names, values } = getFilterValues(filter);
  const shape = { isSearch: prepared !== undefined, sort, status: filter.status };
  const statement = smallListStatement(db, JSON.stringify([names, shape]), names, shape);
  const parameters = { ...values, ...range, countLimit: maxTotal + 1, prepared, viewerId: viewerId ?? null };
  const [row] = await statement.execute(parameters);
  return row ?? { total: 0, cards: [] };
}

/** Reads cards by relevance. @param candidateCount ranks only this many of the newest matches; then pass a condition without the index */
export async function readRankedCards(
  context: ReadContext,
  condition: SQL | undefined,
  prepared: string,
  { limit, offset }: PageRange,
  candidateCount?: number,
): Promise<ProblemCard[]> {
  const { db } = context;
  const matching = db
    .select({ ...SORT_COLUMNS, rank: getSearchRank(prepared) })
    .from(problems)
    .where(condition);
  const found = (
    candidateCount === undefined ? matching.limit(NO_LIMIT) : matching.orderBy(...buildOrder('newest')).limit(candidateCount)
  ).as('found');
  const page = db
    .select({ id: found.id, rank: found.rank })
    .from(found)
    .orderBy(desc(found.rank), ...buildOrder('newest', found))
    .limit(limit)
    .offset(offset)
    .as('page');
  return readCardsOfPage(context, page, page.id, [desc(page.rank), ...buildOrder('newest')]);
}
