import { BROWSE } from '@solvent/contracts';
import type { Category, ProblemListItem, ProblemSort, ProblemStatus } from '@solvent/contracts';
import { and, desc, eq, gte, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Placeholder, SQL, SQLWrapper } from 'drizzle-orm';
import { createPageEnds, firstPage, isFirstPage, stretchOfBest, stretchOfFew, walk } from './keyset.ts';
import type { PageEnds, WalkedList } from './keyset.ts';
import { presentCard } from './presenter.ts';
import type { ProblemCard } from './presenter.ts';
import { problems, savedProblems } from '../schema.ts';
import type { ProblemRow } from '../schema.ts';
import type { Db, Executor } from '../../../platform/db/connect.ts';
import { prepareSearch } from '../../../platform/db/full-text-search.ts';
import { hasAnyTag } from '../../../platform/db/tag-filter.ts';
import type { Pay } from '../../../platform/limits/register-limits.ts';
import { createMemory } from '../../../platform/memory/memory.ts';
import type { Memory } from '../../../platform/memory/memory.ts';

/** Matches problems by a prepared search, found by the index of words. */
const matches = (prepared: string): SQL => sql`${problems.search} @@ ${prepared}::tsquery`;

/** The same, but not by that index: for words so common that walking in the order of the list meets them at once. */
const matchesOnTheWay = (prepared: string): SQL => sql`(${problems.search} @@ ${prepared}::tsquery) IS TRUE`;

/**
 * How well a problem matches, as a column named `rank`. The weights are those of body, tags and title (see `search_words`):
 * a title outweighs three tags, and a body has to say a word fifteen times to weigh as much as a tag.
 */
export const rankOf = (prepared: string): SQL.Aliased<number> =>
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

/** A stretch of a list. */
export interface Stretch {
  limit: number;
  offset: number;
}

/** A filter whose values come later, when its statement runs. */
type FilterPlaces = { [Field in keyof Omit<ProblemFilter, 'tags'>]: Placeholder } & { tags?: undefined };

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
export interface ListMemory {
  /** How many problems match each filter. */
  totals: Memory<number>;
  ends: PageEnds;
}

export const createListMemory = (): ListMemory => ({
  totals: createMemory({ life: COUNT_LIFE, grace: COUNT_GRACE, size: 500, atOnce: COUNTS_AT_ONCE }),
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

const stretchAt = ({ page, limit }: ListQuery): Stretch => ({ limit, offset: (page - 1) * limit });

/** Of categories, states and the range that pages open with there are few lists, which everybody asks for; other prices and tags make a list that nobody else has. */
function isOwn({ tags, price_min, price_max }: ListQuery): boolean {
  const [lowest, highest] = BROWSE.initialPrice;
  const isOpening = price_min === lowest && price_max === highest;
  return tags !== undefined || (!isOpening && (price_min !== undefined || price_max !== undefined));
}

async function listAll(db: Db, { totals, ends }: ListMemory, query: ListQuery, pay: Pay): Promise<ProblemPage> {
  const list: WalkedList = { key: keyOf(query), condition: conditionOf(query), sort: query.sort ?? 'newest' };
  if (isOwn(query) && totals.recall(list.key) === undefined) await pay();
  const total = await totals.get(list.key, () => count(db, list.condition));
  const stretch = stretchAt(query);
  if (stretch.offset >= total) return { total, cards: [] };
  if (total <= FEW) return { total, cards: await stretchOfFew(db, list.condition, list.sort, stretch) };
  const isFirst = isFirstPage(query, stretch);
  return { total, cards: await (isFirst ? firstPage(db, query, list.sort) : walk(db, ends, list, stretch, pay)) };
}

/** A search as two conditions: by the index of words, and on the way through the order's. */
interface Search {
  prepared: string;
  key: string;
  condition: SQL | undefined;
  onTheWay: SQL | undefined;
}

/** Some matches, the best first. Whole pages of them are ranked: none is made of both kinds. */
function bestOf(db: Db, ends: PageEnds, search: Search, stretch: Stretch, total: number): Promise<ProblemCard[]> {
  const { prepared, key, condition, onTheWay } = search;
  if (total <= RANKED) return stretchOfBest(db, condition, prepared, stretch);
  const ranked = NEWEST_RANKED - (NEWEST_RANKED % stretch.limit);
  if (stretch.offset < ranked) return stretchOfBest(db, onTheWay, prepared, stretch, ranked);
  return walk(db, ends, { key, condition: onTheWay, atOnce: condition, sort: 'newest' }, stretch);
}

/** How many a search finds. Where lately many were found, that is not asked again; few are counted each time. */
async function countFound(db: Db, totals: Memory<number>, { key, condition }: Search): Promise<number> {
  const countAll = () => count(db, condition);
  if (totals.recall(key) !== undefined) return totals.get(key, countAll);
  const some = await count(db, condition, FEW + 1);
  return some <= FEW ? some : totals.get(key, countAll);
}

async function listFound(db: Db, { totals, ends }: ListMemory, query: ListQuery, search: Search): Promise<ProblemPage> {
  const { key, condition, onTheWay } = search;
  const total = await countFound(db, totals, search);
  const stretch = stretchAt(query);
  if (stretch.offset >= total) return { total, cards: [] };
  const { sort } = query;
  if (sort === undefined) return { total, cards: await bestOf(db, ends, search, stretch, total) };
  const list = { key, condition: onTheWay, atOnce: condition, sort };
  return { total, cards: await (total <= FEW ? stretchOfFew(db, condition, sort, stretch) : walk(db, ends, list, stretch)) };
}

/**
 * One page of the problems that match. A search for nothing but words like "the" is no search.
 * `total` may be half a minute old, a search's with few finds never is.
 * @param pay is asked before what costs more than a page; a search has paid
 */
export async function listProblems(db: Db, memory: ListMemory, query: ListQuery, pay: Pay): Promise<ProblemPage> {
  const prepared = query.search === undefined ? undefined : await prepareSearch(db, query.search);
  if (prepared === undefined) return listAll(db, memory, query, pay);
  const filter = conditionOf(query);
  return listFound(db, memory, query, {
    prepared,
    key: keyOf(query, prepared),
    condition: and(matches(prepared), filter),
    onTheWay: and(matchesOnTheWay(prepared), filter),
  });
}
