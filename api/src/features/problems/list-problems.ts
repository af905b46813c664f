import { and, eq } from 'drizzle-orm';
import type { SQL, SQLWrapper, Subquery } from 'drizzle-orm';
import type { ProblemSort } from '@solvent/contracts';
import type { Db, Executor } from '../../platform/db/connect.ts';
import { prepareSearch } from '../../platform/db/full-text-search.ts';
import { problems } from '../../platform/db/schema/problems.ts';
import { users } from '../../platform/db/schema/users.ts';
import type { Memory } from './memory.ts';
import type { ProblemCard } from './presenter.ts';
import { conditionOf, orderOf } from './query.ts';
import type { ProblemFilter, Stretch } from './query.ts';
import { matches, matchesOnTheWay } from './search.ts';

/** A list that is no longer than this is found by its filter and sorted whole; another one is met on the way through the order's index. */
const FEW = 2000;

/** No limit, said as one: a subquery with a limit is planned by itself, and finds by its filter instead of walking along an order. */
const ALL = 1_000_000_000;

/** How many problems match each filter. */
export type Totals = Memory<number>;

/** What a list asks for. */
export interface ListQuery extends ProblemFilter {
  search?: string | undefined;
  sort: ProblemSort;
  page: number;
  limit: number;
}

/** One page of a list, and how many match in all. */
export interface ProblemPage {
  cards: ProblemCard[];
  total: number;
}

/** What a card shows: never the body, which is most of a problem. */
export const CARD_COLUMNS = {
  id: problems.id,
  title: problems.title,
  description: problems.description,
  category: problems.category,
  tags: problems.tags,
  bidCount: problems.bidCount,
  status: problems.status,
  budget: problems.budget,
  createdAt: problems.createdAt,
  poster: { id: users.id, name: users.name, image: users.image },
};

/** How many match; stops counting at `most`, if there is one. */
async function count(db: Executor, condition: SQL | undefined, most?: number): Promise<number> {
  if (most === undefined) return db.$count(problems, condition);
  return db.$count(db.select({ id: problems.id }).from(problems).where(condition).limit(most).as('some'));
}

/** The cards that `page` names, in the order of the list. */
function cardsOf(db: Executor, page: Subquery, id: SQLWrapper, sort: ProblemSort): Promise<ProblemCard[]> {
  return db
    .select(CARD_COLUMNS)
    .from(page)
    .innerJoin(problems, eq(problems.id, id))
    .innerJoin(users, eq(users.id, problems.userId))
    .orderBy(...orderOf(sort));
}

/** A stretch of the list: ids first, along an index, then the few rows that they name. */
export async function stretchOf(
  db: Executor,
  condition: SQL | undefined,
  sort: ProblemSort,
  { limit, offset }: Stretch,
): Promise<ProblemCard[]> {
  const ids = db.select({ id: problems.id }).from(problems).where(condition);
  const page = ids
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset(offset)
    .as('page');
  return cardsOf(db, page, page.id, sort);
}

/** A stretch of a list that is short: what it is sorted by is taken of all, what is shown of a stretch alone. */
async function stretchOfFew(
  db: Executor,
  condition: SQL | undefined,
  sort: ProblemSort,
  { limit, offset }: Stretch,
): Promise<ProblemCard[]> {
  const { id, createdAt, budget, bidCount } = problems;
  const found = db.select({ id, createdAt, budget, bidCount }).from(problems).where(condition).limit(ALL).as('found');
  const page = db
    .select({ id: found.id })
    .from(found)
    .orderBy(...orderOf(sort, found))
    .limit(limit)
    .offset(offset)
    .as('page');
  return cardsOf(db, page, page.id, sort);
}

/** Totals do not depend on the order or the page. */
const keyOf = ({ tags, price_min, price_max, category, status }: ListQuery, prepared?: string) =>
  JSON.stringify([tags, price_min, price_max, category, status, prepared]);

/** The page that the query asks for, of a list of `total`. `onTheWay` is the condition for walking along the order's index. */
async function pageOf(
  db: Db,
  query: ListQuery,
  total: number,
  condition: SQL | undefined,
  onTheWay = condition,
): Promise<ProblemPage> {
  const stretch = { limit: query.limit, offset: (query.page - 1) * query.limit };
  if (stretch.offset >= total) return { total, cards: [] };
  if (total <= FEW) return { total, cards: await stretchOfFew(db, condition, query.sort, stretch) };
  return { total, cards: await stretchOf(db, stretch.offset < FEW ? onTheWay : condition, query.sort, stretch) };
}

async function listAll(db: Db, totals: Totals, query: ListQuery): Promise<ProblemPage> {
  const condition = conditionOf(query);
  return pageOf(db, query, await totals.get(keyOf(query), () => count(db, condition)), condition);
}

async function listFound(db: Db, totals: Totals, query: ListQuery, prepared: string): Promise<ProblemPage> {
  const filter = conditionOf(query);
  const condition = and(matches(prepared), filter);
  const some = await count(db, condition, FEW + 1);
  const total = some <= FEW ? some : await totals.get(keyOf(query, prepared), () => count(db, condition));
  return pageOf(db, query, total, condition, and(matchesOnTheWay(prepared), filter));
}

/**
 * One page of the problems that match. A search for nothing but words like "the" is no search.
 * `total` may be some seconds old (see the memory's life in `index.ts`), a search's with few finds never is.
 */
export async function listProblems(db: Db, totals: Totals, query: ListQuery): Promise<ProblemPage> {
  const prepared = query.search === undefined ? undefined : await prepareSearch(db, query.search);
  return prepared === undefined ? listAll(db, totals, query) : listFound(db, totals, query, prepared);
}
