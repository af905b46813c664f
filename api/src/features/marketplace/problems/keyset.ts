import { BROWSE } from '@solvent/contracts';
import type { ProblemSort } from '@solvent/contracts';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Placeholder, SQL, SQLWrapper, Subquery } from 'drizzle-orm';
import { users } from '../../accounts/schema.ts';
import type { ProblemCard } from './presenter.ts';
import { behind, conditionOf, orderOf, rankOf } from './filter.ts';
import type { Place, ProblemFilter, PageRange } from './filter.ts';
import { problems } from '../schema.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';
import type { Pay } from '../../../platform/limits/register-limits.ts';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Cache } from '../../../platform/cache/cache.ts';

/** Counting this many rows away costs next to nothing: nearer pages are counted from the beginning. */
const NEAR = 1000;

/** Where lists were left lately, by list and how many problems come before. */
export type PageEnds = Cache<Place>;

/** How long an end is remembered (ms): for somebody who reads a page before asking for the next. */
const END_LIFE = 60_000;

export const createPageEnds = (): PageEnds => createCache({ life: END_LIFE, size: 2000 });

/** A list: what it is known by, what is in it, its order. */
export interface WalkedList {
  key: string;
  condition: SQL | undefined;
  /** The same condition in the form that finds many at once, where another one meets them on the way. */
  atOnce?: SQL | undefined;
  sort: ProblemSort;
}

const keyOf = ({ key, sort }: WalkedList, place: number) => JSON.stringify([key, sort, place]);

/** A page that nobody came to lately: the problem before it is remembered, for whoever asks for it again. */
async function countedFromStart(
  db: Executor,
  list: WalkedList,
  { limit, offset }: PageRange,
  remember: (before: Place) => void,
): Promise<ProblemCard[]> {
  const [before, ...cards] = await readCards(db, list.atOnce ?? list.condition, list.sort, {
    limit: limit + 1,
    offset: offset - 1,
  });
  if (before !== undefined) remember(before);
  return cards;
}

/**
 * A page of a long list. Far from its beginning it goes on where lately somebody left it, whichever problems came or went
 * before; where nobody did, and on another replica, rows are counted from the beginning.
 * @param pay is asked before that; without it, it is paid
 */
export async function walk(db: Executor, ends: PageEnds, list: WalkedList, range: PageRange, pay?: Pay): Promise<ProblemCard[]> {
  const { limit, offset } = range;
  const keepAt = (place: number, end: Place) => ends.set(keyOf(list, place), end);
  if (offset <= NEAR) return readCards(db, list.condition, list.sort, range);
  const left = ends.get(keyOf(list, offset));
  if (left === undefined) await pay?.();
  const cards = await (left === undefined
    ? countedFromStart(db, list, range, (before) => keepAt(offset, before))
    : readCards(db, list.condition, list.sort, { limit, offset: 0 }, left));
  const last = cards.at(-1);
  if (last !== undefined) keepAt(offset + cards.length, last);
  return cards;
}

/** What a first page may be filtered by and still be a known one: each of them is one comparison. */
type PlainFilter = Omit<ProblemFilter, 'tags'>;
const PLAIN = ['price_min', 'price_max', 'category', 'status'] as const satisfies (keyof PlainFilter)[];
type Given = (typeof PLAIN)[number][];

interface Statement {
  execute(values: PlainFilter): Promise<ProblemCard[]>;
}

/** The statements of each database, by what they filter and how they sort: a few dozen at most. */
const statements = new WeakMap<Db, Map<string, Statement>>();

function prepare(db: Db, given: Given, sort: ProblemSort, name: string): Statement {
  const places = Object.fromEntries(given.map((field) => [field, sql.placeholder(field)])) as Record<string, Placeholder>;
  return db
    .select(CARD_COLUMNS)
    .from(problems)
    .innerJoin(users, eq(users.id, problems.userId))
    .where(conditionOf(places))
    .orderBy(...orderOf(sort))
    .limit(BROWSE.pageSize)
    .prepare(name);
}

/** Whether a page is the one that everybody asks for first, without tags. */
export const isFirstPage = ({ tags }: ProblemFilter, { limit, offset }: PageRange): boolean =>
  tags === undefined && offset === 0 && limit === BROWSE.pageSize;

/**
 * The first page of a long list, along its order's index: the statement is built once, and planned once for each connection
 * (half of the time that the page takes). Only where {@link isFirstPage}.
 */
export function firstPage(db: Db, filter: PlainFilter, sort: ProblemSort): Promise<ProblemCard[]> {
  const given = PLAIN.filter((field) => filter[field] !== undefined);
  const name = ['problems', sort, ...given].join('-');
  const known = statements.get(db) ?? new Map<string, Statement>();
  statements.set(db, known);
  const statement = known.get(name) ?? prepare(db, given, sort, name);
  known.set(name, statement);
  return statement.execute(filter);
}

/** No limit, said as one: a subquery with a limit is planned by itself, and finds by its filter instead of walking along an order. */
const ALL = 1_000_000_000;

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

/** The cards that `page` names, in the order of the list. */
function cardsOf(db: Executor, page: Subquery, id: SQLWrapper, order: SQL[]): Promise<ProblemCard[]> {
  return db
    .select(CARD_COLUMNS)
    .from(page)
    .innerJoin(problems, eq(problems.id, id))
    .innerJoin(users, eq(users.id, problems.userId))
    .orderBy(...order);
}

function cardsAlong(
  db: Executor,
  condition: SQL | undefined,
  sort: ProblemSort,
  { limit, offset }: PageRange,
): Promise<ProblemCard[]> {
  return db
    .select(CARD_COLUMNS)
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
  db: Executor,
  condition: SQL | undefined,
  sort: ProblemSort,
  { limit, offset }: PageRange,
  place?: Place,
): Promise<ProblemCard[]> {
  const rest = place === undefined ? condition : and(condition, behind(sort, place));
  if (offset <= SHORT_WAY) return cardsAlong(db, rest, sort, { limit, offset });
  const ids = db.select({ id: problems.id }).from(problems).where(rest);
  const page = ids
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset(offset)
    .as('page');
  return cardsOf(db, page, page.id, orderOf(sort));
}

/** A page of a list that is short: what it is sorted by is taken of all, what is shown of a page alone. */
export async function readFewCards(
  db: Executor,
  condition: SQL | undefined,
  sort: ProblemSort,
  { limit, offset }: PageRange,
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
  return cardsOf(db, page, page.id, orderOf(sort));
}

/**
 * A page with the best matches first, the newest of those that match alike.
 * @param condition matches, found by the index of words; or on the way, where just `newest` of them are candidates
 */
export async function readBestCards(
  db: Db,
  condition: SQL | undefined,
  prepared: string,
  { limit, offset }: PageRange,
  newest?: number,
): Promise<ProblemCard[]> {
  const all = db.select({ id: problems.id, createdAt: problems.createdAt, rank: rankOf(prepared) }).from(problems);
  const matching = all.where(condition);
  const found = (newest === undefined ? matching.limit(ALL) : matching.orderBy(...orderOf('newest')).limit(newest)).as('found');
  const page = db
    .select({ id: found.id, rank: found.rank })
    .from(found)
    .orderBy(desc(found.rank), desc(found.createdAt), desc(found.id))
    .limit(limit)
    .offset(offset)
    .as('page');
  return cardsOf(db, page, page.id, [desc(page.rank), ...orderOf('newest')]);
}
