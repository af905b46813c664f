import type { CategoriesQuery, PageQuery, ProblemsQuery } from '@solvent/contracts';
import { and } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { searchMeant } from './alike-words.ts';
import { beginsAt, conditionOf, matches, matchesOnTheWay } from './filter.ts';
import type { Place, ProblemFilter } from './filter.ts';
import { firstPage, isFirstPage, readBestCards, readFewCards, walk } from './keyset.ts';
import type { Reading, WalkedList } from './keyset.ts';
import type { ProblemCard } from './presenter.ts';
import { countByCategory, createTotals, filterTotals, keyOf, ofAllCategories, totalOf } from './totals.ts';
import type { CategoryTotals, Totals } from './totals.ts';
import { createPageCursors } from '../../../platform/cache/page-cursors.ts';
import type { PageCursors, PageRange } from '../../../platform/cache/page-cursors.ts';
import { buildTsQuery } from '../../../platform/db/full-text-search.ts';
import type { ChargeSearch } from '../../../platform/limits/register-limits.ts';

/** A list that is no longer than this is found by its filter and sorted whole; another one is met on the way through the order's index. */
const FEW = 2000;

/** The first page of a list that is longer than this is met sooner than all of it is found. Not of a search: words are dear on the way. */
const LONG = 1000;

/** So many matches are ranked, every one of them. Of more, the newest are ranked, and the others follow by their age. */
const RANKED = 5000;

const NEWEST_RANKED = 200;

/** What a process remembers of the lists of a database, and another one finds out by itself. */
export interface ListCaches {
  totals: Totals;
  ends: PageCursors<Place>;
}

export const createListCaches = (): ListCaches => ({ totals: createTotals(), ends: createPageCursors<Place>() });

/** What a list asks for. Without `sort` the best matches of a search come first, else the newest. */
interface ListQuery extends ProblemFilter, PageQuery, Pick<ProblemsQuery, 'search' | 'sort'> {}

/** One page of a list, and how many match in all. */
export interface ProblemPage {
  cards: ProblemCard[];
  total: number;
}

const rangeOf = ({ page, limit }: ListQuery): PageRange => ({ limit, offset: (page - 1) * limit });

/** What a list is known by when one comes back to a page of it. */
const listKey = (query: ListQuery, prepared?: string) => JSON.stringify([keyOf(query, prepared), query.category]);

async function listAll(
  reading: Reading,
  { totals, ends }: ListCaches,
  query: ListQuery,
  pay: ChargeSearch,
): Promise<ProblemPage> {
  const { sort = 'newest', category } = query;
  const list: WalkedList = { key: listKey(query), condition: and(conditionOf(query), beginsAt(sort, query)), sort };
  const total = totalOf(await filterTotals(reading.db, totals, query, pay), category);
  const range = rangeOf(query);
  // What was counted a while ago says nothing of a short list's end: it is found anew.
  if (range.offset >= total && total > FEW) return { total, cards: [] };
  if (total <= (range.offset === 0 ? LONG : FEW)) {
    const few = await readFewCards(reading, { filter: query, sort }, range, FEW);
    if (few.total <= FEW) return { total, cards: few.cards };
  }
  return { total, cards: await (isFirstPage(range) ? firstPage(reading, query, sort) : walk(reading, ends, list, range, pay)) };
}

/** A search as two conditions: by the index of words, and on the way through the order's. */
interface Search {
  prepared: string;
  key: string;
  condition: SQL | undefined;
  onTheWay: SQL | undefined;
}

/** Some of many matches, the best first. Whole pages of them are ranked: none is made of both kinds. */
function bestOf(
  reading: Reading,
  ends: PageCursors<Place>,
  search: Search,
  range: PageRange,
  total: number,
): Promise<ProblemCard[]> {
  const { prepared, key, condition, onTheWay } = search;
  if (total <= RANKED) return readBestCards(reading, condition, prepared, range);
  const ranked = NEWEST_RANKED - (NEWEST_RANKED % range.limit);
  if (range.offset < ranked) return readBestCards(reading, onTheWay, prepared, range, ranked);
  return walk(reading, ends, { key, condition: onTheWay, atOnce: condition, sort: 'newest' }, range);
}

const searchTotals = ({ db }: Pick<Reading, 'db'>, totals: Totals, query: ProblemFilter, prepared: string) =>
  totals.fetch(keyOf(query, prepared), () => countByCategory(db, and(matches(prepared), conditionOf(ofAllCategories(query)))));

/** Where lately many were found, also half a minute ago, that is not asked again; few are found anew each time. */
async function listFound(reading: Reading, { totals, ends }: ListCaches, query: ListQuery, search: Search): Promise<ProblemPage> {
  const { prepared, key, condition, onTheWay } = search;
  const { sort, category } = query;
  const range = rangeOf(query);
  const known = totals.getStale(keyOf(query, prepared));
  if (known === undefined || totalOf(known, category) <= FEW) {
    const few = await readFewCards(reading, { filter: query, prepared, sort }, range, FEW);
    if (few.total <= FEW) return few;
  }
  const total = totalOf(await searchTotals(reading, totals, query, prepared), category);
  if (range.offset >= total) return { total, cards: [] };
  if (sort === undefined) return { total, cards: await bestOf(reading, ends, search, range, total) };
  return { total, cards: await walk(reading, ends, { key, condition: onTheWay, atOnce: condition, sort }, range) };
}

/** A list that is searched, by what the database searches for. */
function found(reading: Reading, caches: ListCaches, query: ListQuery, prepared: string): Promise<ProblemPage> {
  const filter = conditionOf(query);
  return listFound(reading, caches, query, {
    prepared,
    key: listKey(query, prepared),
    condition: and(matches(prepared), filter),
    onTheWay: and(matchesOnTheWay(prepared), filter),
  });
}

/** A page of a list, and what was searched for in place of what was asked for; null where it is that. */
export interface FoundPage extends ProblemPage {
  searchedFor: string | null;
}

/**
 * One page of the problems that match. A search for nothing but words like "the" is no search; where no problem has the words of one,
 * those that were meant are searched for.
 * `total` may be half a minute old, a search's with few finds never is.
 * @param pay is asked before what costs more than a page; a search has paid
 */
export async function listProblems(
  reading: Reading,
  caches: ListCaches,
  query: ListQuery,
  pay: ChargeSearch,
): Promise<FoundPage> {
  const { search = '' } = query;
  const prepared = search === '' ? undefined : await buildTsQuery(reading.db, search);
  if (prepared === undefined) return { ...(await listAll(reading, caches, query, pay)), searchedFor: null };
  const page = await found(reading, caches, query, prepared);
  if (page.total > 0) return { ...page, searchedFor: null };
  const instead = await searchMeant(reading.db, search, prepared);
  if (instead === undefined) return { ...page, searchedFor: null };
  return { ...(await found(reading, caches, query, instead.prepared)), searchedFor: instead.searchedFor };
}

/**
 * How many problems of each category a list has, whichever category it is narrowed to: with it, what a click on another one shows.
 * @param pay is asked before what nobody has counted lately; a search has paid
 */
export async function countCategories(
  reading: Pick<Reading, 'db'>,
  { totals }: ListCaches,
  query: CategoriesQuery,
  pay: ChargeSearch,
): Promise<CategoryTotals> {
  const { search = '', ...filter } = query;
  const prepared = search === '' ? undefined : await buildTsQuery(reading.db, search);
  if (prepared === undefined) return filterTotals(reading.db, totals, filter, pay);
  const counted = await searchTotals(reading, totals, filter, prepared);
  if (counted.size > 0) return counted;
  const instead = await searchMeant(reading.db, search, prepared);
  return instead === undefined ? counted : searchTotals(reading, totals, filter, instead.prepared);
}
