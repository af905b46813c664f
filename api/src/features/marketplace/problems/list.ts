import { BROWSE, CATEGORIES, CATEGORY_VALUES } from '@solvent/contracts';
import type { CategoriesQuery, CategoryCount, PageQuery, ProblemsQuery } from '@solvent/contracts';
import { and } from 'drizzle-orm';
import { NOT_TAKEN_DOWN } from './changes.ts';
import {
  buildStartCondition,
  buildFilterCondition,
  matches,
  matchesWithoutIndex,
  createTotals,
  fetchTotals,
  getTotal,
  getTotalsKey,
} from './filter.ts';
import type { ProblemCursor } from './filter.ts';
import { readFirstPage, readRankedCards, readSmallList, readListPage } from './list-pages.ts';
import type { ReadContext } from './list-pages.ts';
import type { ProblemCard } from './presenter.ts';
import { createPageCursors } from '../../../platform/cache/page-cursors.ts';
import type { PageRange } from '../../../platform/cache/page-cursors.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { buildTsQuery } from '../../../platform/db/full-text-search.ts';
import { readCorrected } from '../../../platform/db/spelling-suggestion.ts';
import type { SearchedRows } from '../../../platform/db/spelling-suggestion.ts';
import type { ChargeSearch } from '../../../platform/limits/register-limits.ts';

/** Lists up to this length are read by their filter and sorted; longer ones are read by the order's index. */
const MAX_SMALL_LIST = 2000;

/**
 * The first page of a longer list is read faster by the index of the sort order, except in searches, whose matching is expensive
 * per row.
 */
const MAX_SMALL_FIRST_PAGE = 1000;

/** Above this, only the newest matches are ranked; the others follow, newest first. */
const MAX_RANKED = 5000;

const MAX_RANKED_NEWEST = 200;

export const createListCaches = () => ({ totals: createTotals(), cursors: createPageCursors<ProblemCursor>() });
export type ListCaches = ReturnType<typeof createListCaches>;

type ListQuery = PageQuery & Omit<ProblemsQuery, keyof PageQuery>;

export interface ProblemPage {
  cards: ProblemCard[];
  total: number;
}

const getRange = ({ page, limit }: ListQuery): PageRange => ({ limit, offset: (page - 1) * limit });

const getListKey = (query: ListQuery, prepared?: string) =>
  JSON.stringify([getTotalsKey(query, prepared), query.category, query.sort]);

async function listFiltered(
  context: ReadContext,
  { totals, cursors }: ListCaches,
  query: ListQuery,
  chargeSearch: ChargeSearch,
): Promise<ProblemPage> {
  const { sort = 'newest', category } = query;
  const total = getTotal(await fetchTotals(context.db, totals, query, chargeSearch), category);
  const range = getRange(query);
  // A cached total can be too low: a short list is read beyond it.
  if (range.offset >= total && total > MAX_SMALL_LIST) return { total, cards: [] };
  if (total <= (range.offset === 0 ? MAX_SMALL_FIRST_PAGE : MAX_SMALL_LIST)) {
    const small = await readSmallList(context, { filter: query, sort }, range, MAX_SMALL_LIST);
    if (small.total <= MAX_SMALL_LIST) return { total, cards: small.cards };
  }
  if (range.offset === 0 && range.limit === BROWSE.pageSize) return { total, cards: await readFirstPage(context, query, sort) };
  const condition = and(buildFilterCondition(query), buildStartCondition(sort, query));
  const list = { key: getListKey(query), condition, indexedCondition: condition, sort };
  return { total, cards: await readListPage(context, cursors, list, range, chargeSearch) };
}

/** Uses a cached total, even a stale one, to recognize a long list. Small lists are counted each time. */
async function searchProblems(
  context: ReadContext,
  { totals, cursors }: ListCaches,
  query: ListQuery,
  chargeSearch: ChargeSearch,
  prepared: string,
): Promise<ProblemPage> {
  const { sort, category } = query;
  const range = getRange(query);
  const known = totals.getStale(getTotalsKey(query, prepared));
  if (known === undefined || getTotal(known, category) <= MAX_SMALL_LIST) {
    const small = await readSmallList(context, { filter: query, prepared, sort }, range, MAX_SMALL_LIST);
    if (small.total <= MAX_SMALL_LIST) return small;
  }
  const total = getTotal(await fetchTotals(context.db, totals, query, chargeSearch, prepared), category);
  if (range.offset >= total) return { total, cards: [] };
  const filter = buildFilterCondition(query);
  const condition = and(matchesWithoutIndex(prepared), filter);
  const indexedCondition = and(matches(prepared), filter);
  if (sort === undefined) {
    if (total <= MAX_RANKED) return { total, cards: await readRankedCards(context, indexedCondition, prepared, range) };
    // Whole pages are ranked, so that no page mixes ranked and unranked matches.
    const ranked = MAX_RANKED_NEWEST - (MAX_RANKED_NEWEST % range.limit);
    if (range.offset < ranked) return { total, cards: await readRankedCards(context, condition, prepared, range, ranked) };
  }
  const list = { key: getListKey(query, prepared), condition, indexedCondition, sort: sort ?? 'newest' };
  return { total, cards: await readListPage(context, cursors, list, range, chargeSearch) };
}

const SEARCHED: SearchedRows = {
  rows: 'problems',
  words: 'problem_words',
  buildCondition: (prepared) => and(matches(prepared), NOT_TAKEN_DOWN),
};

/** Undefined for a search of stop words, which is ignored. */
const prepareSearch = async (db: Db, search: string | undefined) => (search ? buildTsQuery(db, search) : undefined);

/** Lists problems. By default, searches are ordered by relevance and other lists by age, newest first. `total` may be 30 seconds old. */
export async function listProblems(context: ReadContext, caches: ListCaches, query: ListQuery, chargeSearch: ChargeSearch) {
  const read = async (search: string | undefined) => {
    const prepared = await prepareSearch(context.db, search);
    return prepared === undefined
      ? listFiltered(context, caches, query, chargeSearch)
      : searchProblems(context, caches, query, chargeSearch, prepared);
  };
  const [page, searchedFor] = await readCorrected(context.db, SEARCHED, query.search, read, ({ total }) => total > 0);
  return { ...page, searchedFor };
}

/** Counts the problems of each category, also of those that the query does not select. */
export async function countCategories(
  db: Db,
  { totals }: ListCaches,
  { search, ...filter }: CategoriesQuery,
  chargeSearch: ChargeSearch,
): Promise<CategoryCount[]> {
  const read = async (typed: string | undefined) => fetchTotals(db, totals, filter, chargeSearch, await prepareSearch(db, typed));
  const [counted] = await readCorrected(db, SEARCHED, search, read, ({ size }) => size > 0);
  return CATEGORY_VALUES.map((value) => ({ value, label: CATEGORIES[value], count: counted.get(value) ?? 0 }));
}
