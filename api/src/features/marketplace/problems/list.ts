import { BROWSE } from '@solvent/contracts';
import type { PageQuery, ProblemsQuery } from '@solvent/contracts';
import { and } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { conditionOf, matches, matchesOnTheWay } from './filter.ts';
import type { ProblemFilter, PageRange } from './filter.ts';
import { createPageEnds, firstPage, isFirstPage, readBestCards, readFewCards, walk } from './keyset.ts';
import type { PageEnds, Reading, WalkedList } from './keyset.ts';
import type { ProblemCard } from './presenter.ts';
import { problems } from '../schema.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { prepareSearch } from '../../../platform/db/full-text-search.ts';
import type { Pay } from '../../../platform/limits/register-limits.ts';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Cache } from '../../../platform/cache/cache.ts';

/** A list that is no longer than this is found by its filter and sorted whole; another one is met on the way through the order's index. */
const FEW = 2000;

/** The first page of a list that is longer than this is met sooner than all of it is found. Not of a search: words are dear on the way. */
const LONG = 1000;

/** So many matches are ranked, every one of them. Of more, the newest are ranked, and the others follow by their age. */
const RANKED = 5000;

const NEWEST_RANKED = 200;

/** Counting a hundred thousand rows takes longer than all the rest of a list; a count may be this old (ms). */
const COUNT_LIFE = 10_000;

/** And so much older for the one whose asking has it counted anew: nobody waits for that. */
const COUNT_GRACE = 20_000;

/** Counts keep no more of the database busy than this: whoever asks for one that is not known yet waits for others who do. */
const COUNTS_AT_ONCE = 2;

/** What a process remembers of lists, and another one finds out by itself. */
export interface ListCaches {
  /** How many problems match each filter. */
  totals: Cache<number>;
  ends: PageEnds;
}

export const createListCaches = (): ListCaches => ({
  totals: createCache({ life: COUNT_LIFE, grace: COUNT_GRACE, size: 500, atOnce: COUNTS_AT_ONCE }),
  ends: createPageEnds(),
});

/** What a list asks for. Without `sort` the best matches of a search come first, else the newest. */
interface ListQuery extends ProblemFilter, PageQuery, Pick<ProblemsQuery, 'search' | 'sort'> {}

/** One page of a list, and how many match in all. */
export interface ProblemPage {
  cards: ProblemCard[];
  total: number;
}

const count = async (db: Db, condition: SQL | undefined): Promise<number> => db.$count(problems, condition);

/** Totals do not depend on the order or the page. */
const keyOf = ({ tags, price_min, price_max, category, status }: ListQuery, prepared?: string) =>
  JSON.stringify([tags, price_min, price_max, category, status, prepared]);

const rangeOf = ({ page, limit }: ListQuery): PageRange => ({ limit, offset: (page - 1) * limit });

/** Of categories, states and the range that pages open with there are few lists, which everybody asks for; other prices and tags make a list that nobody else has. */
function isOwn({ tags, price_min, price_max }: ListQuery): boolean {
  const [lowest, highest] = BROWSE.initialPrice;
  const isOpening = price_min === lowest && price_max === highest;
  return tags !== undefined || (!isOpening && (price_min !== undefined || price_max !== undefined));
}

async function listAll(reading: Reading, { totals, ends }: ListCaches, query: ListQuery, pay: Pay): Promise<ProblemPage> {
  const { sort = 'newest' } = query;
  const list: WalkedList = { key: keyOf(query), condition: conditionOf(query), sort };
  if (isOwn(query) && !totals.has(list.key)) await pay();
  const total = await totals.fetch(list.key, () => count(reading.db, list.condition));
  const range = rangeOf(query);
  if (range.offset >= total) return { total, cards: [] };
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
function bestOf(reading: Reading, ends: PageEnds, search: Search, range: PageRange, total: number): Promise<ProblemCard[]> {
  const { prepared, key, condition, onTheWay } = search;
  if (total <= RANKED) return readBestCards(reading, condition, prepared, range);
  const ranked = NEWEST_RANKED - (NEWEST_RANKED % range.limit);
  if (range.offset < ranked) return readBestCards(reading, onTheWay, prepared, range, ranked);
  return walk(reading, ends, { key, condition: onTheWay, atOnce: condition, sort: 'newest' }, range);
}

/** Where lately many were found, that is not asked again; few are found anew each time. */
async function listFound(reading: Reading, { totals, ends }: ListCaches, query: ListQuery, search: Search): Promise<ProblemPage> {
  const { prepared, key, condition, onTheWay } = search;
  const { sort } = query;
  const range = rangeOf(query);
  if (!totals.has(key)) {
    const few = await readFewCards(reading, { filter: query, prepared, sort }, range, FEW);
    if (few.total <= FEW) return few;
  }
  const total = await totals.fetch(key, () => count(reading.db, condition));
  if (range.offset >= total) return { total, cards: [] };
  if (sort === undefined) return { total, cards: await bestOf(reading, ends, search, range, total) };
  return { total, cards: await walk(reading, ends, { key, condition: onTheWay, atOnce: condition, sort }, range) };
}

/**
 * One page of the problems that match. A search for nothing but words like "the" is no search.
 * `total` may be half a minute old, a search's with few finds never is.
 * @param pay is asked before what costs more than a page; a search has paid
 */
export async function listProblems(reading: Reading, caches: ListCaches, query: ListQuery, pay: Pay): Promise<ProblemPage> {
  const prepared = query.search === undefined ? undefined : await prepareSearch(reading.db, query.search);
  if (prepared === undefined) return listAll(reading, caches, query, pay);
  const filter = conditionOf(query);
  return listFound(reading, caches, query, {
    prepared,
    key: keyOf(query, prepared),
    condition: and(matches(prepared), filter),
    onTheWay: and(matchesOnTheWay(prepared), filter),
  });
}
