import { BROWSE } from '@solvent/contracts';
import type { ProblemListItem, ProblemSort } from '@solvent/contracts';
import { and, eq, inArray } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { conditionOf, matches, matchesOnTheWay } from './filter.ts';
import type { ProblemFilter, PageRange } from './filter.ts';
import { createPageEnds, firstPage, isFirstPage, readBestCards, readFewCards, walk } from './keyset.ts';
import type { PageEnds, WalkedList } from './keyset.ts';
import { presentCard } from './presenter.ts';
import type { ProblemCard } from './presenter.ts';
import { problems, savedProblems } from '../schema.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';
import { prepareSearch } from '../../../platform/db/full-text-search.ts';
import type { Pay } from '../../../platform/limits/register-limits.ts';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Cache } from '../../../platform/cache/cache.ts';

/** Which of these problems a person saved. */
async function savedAmong(db: Executor, userId: string, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: savedProblems.problemId })
    .from(savedProblems)
    .where(and(eq(savedProblems.userId, userId), inArray(savedProblems.problemId, ids)));
  return new Set(rows.map(({ id }) => id));
}

/** A list's cards as this viewer sees them: one query more for the signed-in, none for others. */
export async function presentCards(db: Executor, cards: ProblemCard[], viewerId: string | undefined): Promise<ProblemListItem[]> {
  if (viewerId === undefined || cards.length === 0) return cards.map((card) => presentCard(card, false));
  const ids = cards.map(({ id }) => id);
  const saved = await savedAmong(db, viewerId, ids);
  return cards.map((card) => presentCard(card, saved.has(card.id)));
}

/** A list that is no longer than this is found by its filter and sorted whole; another one is met on the way through the order's index. */
const FEW = 2000;

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

/** What a list asks for. */
interface ListQuery extends ProblemFilter {
  search?: string | undefined;
  /** Absent: the best matches of a search first, else the newest. */
  sort?: ProblemSort | undefined;
  page: number;
  limit: number;
}

/** One page of a list, and how many match in all. */
export interface ProblemPage {
  cards: ProblemCard[];
  total: number;
}

/** How many match; stops counting at `most`, if there is one. */
async function count(db: Executor, condition: SQL | undefined, most?: number): Promise<number> {
  if (most === undefined) return db.$count(problems, condition);
  return db.$count(db.select({ id: problems.id }).from(problems).where(condition).limit(most).as('some'));
}

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

async function listAll(db: Db, { totals, ends }: ListCaches, query: ListQuery, pay: Pay): Promise<ProblemPage> {
  const list: WalkedList = { key: keyOf(query), condition: conditionOf(query), sort: query.sort ?? 'newest' };
  if (isOwn(query) && !totals.has(list.key)) await pay();
  const total = await totals.fetch(list.key, () => count(db, list.condition));
  const range = rangeOf(query);
  if (range.offset >= total) return { total, cards: [] };
  if (total <= FEW) return { total, cards: await readFewCards(db, list.condition, list.sort, range) };
  const isFirst = isFirstPage(query, range);
  return { total, cards: await (isFirst ? firstPage(db, query, list.sort) : walk(db, ends, list, range, pay)) };
}

/** A search as two conditions: by the index of words, and on the way through the order's. */
interface Search {
  prepared: string;
  key: string;
  condition: SQL | undefined;
  onTheWay: SQL | undefined;
}

/** Some matches, the best first. Whole pages of them are ranked: none is made of both kinds. */
function bestOf(db: Db, ends: PageEnds, search: Search, range: PageRange, total: number): Promise<ProblemCard[]> {
  const { prepared, key, condition, onTheWay } = search;
  if (total <= RANKED) return readBestCards(db, condition, prepared, range);
  const ranked = NEWEST_RANKED - (NEWEST_RANKED % range.limit);
  if (range.offset < ranked) return readBestCards(db, onTheWay, prepared, range, ranked);
  return walk(db, ends, { key, condition: onTheWay, atOnce: condition, sort: 'newest' }, range);
}

/** How many a search finds. Where lately many were found, that is not asked again; few are counted each time. */
async function countFound(db: Db, totals: Cache<number>, { key, condition }: Search): Promise<number> {
  const countAll = () => count(db, condition);
  if (totals.has(key)) return totals.fetch(key, countAll);
  const some = await count(db, condition, FEW + 1);
  return some <= FEW ? some : totals.fetch(key, countAll);
}

async function listFound(db: Db, { totals, ends }: ListCaches, query: ListQuery, search: Search): Promise<ProblemPage> {
  const { key, condition, onTheWay } = search;
  const total = await countFound(db, totals, search);
  const range = rangeOf(query);
  if (range.offset >= total) return { total, cards: [] };
  const { sort } = query;
  if (sort === undefined) return { total, cards: await bestOf(db, ends, search, range, total) };
  const list = { key, condition: onTheWay, atOnce: condition, sort };
  return { total, cards: await (total <= FEW ? readFewCards(db, condition, sort, range) : walk(db, ends, list, range)) };
}

/**
 * One page of the problems that match. A search for nothing but words like "the" is no search.
 * `total` may be half a minute old, a search's with few finds never is.
 * @param pay is asked before what costs more than a page; a search has paid
 */
export async function listProblems(db: Db, caches: ListCaches, query: ListQuery, pay: Pay): Promise<ProblemPage> {
  const prepared = query.search === undefined ? undefined : await prepareSearch(db, query.search);
  if (prepared === undefined) return listAll(db, caches, query, pay);
  const filter = conditionOf(query);
  return listFound(db, caches, query, {
    prepared,
    key: keyOf(query, prepared),
    condition: and(matches(prepared), filter),
    onTheWay: and(matchesOnTheWay(prepared), filter),
  });
}
