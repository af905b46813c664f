import type { ModuleSort } from '@solvent/contracts';
import { modulesQueryRules } from '@solvent/contracts/rules';
import { and, asc, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Feature } from '../../feature.ts';
import { users } from '../accounts/schema.ts';
import { MODULE_CARD_COLUMNS, moduleCardFields, presentModuleCard } from './presenter.ts';
import type { ModuleCard } from './presenter.ts';
import { moduleFigures, modules } from './schema.ts';
import type { Db } from '../../platform/db/connect.ts';
import { prepareSearch } from '../../platform/db/full-text-search.ts';
import { hasAnyTag } from '../../platform/db/tag-filter.ts';
import { answerSchema, json, pagingSchema } from '../../platform/http/answer-schema.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { SEARCHES, payerOf } from '../../platform/limits/register-limits.ts';
import type { Pay } from '../../platform/limits/register-limits.ts';
import { createCache } from '../../platform/cache/cache.ts';
import type { Cache } from '../../platform/cache/cache.ts';

/** Which modules a list is about. */
interface ModulesFilter {
  search?: string | undefined;
  /** Comma-joined; a module with any of them matches, whatever their case. */
  tags?: string | undefined;
  price?: 'free' | 'paid' | undefined;
  /** A person's id: theirs alone. */
  author?: string | undefined;
}

/** What modules are ordered by: columns of the tables, or of a part of them. */
const SORT_KEYS = {
  id: modules.id,
  releasedAt: modules.releasedAt,
  priceCents: modules.priceCents,
  downloads: moduleFigures.downloads,
  rating: moduleFigures.rating,
  /** The same as `id`, where the index of downloads has it. */
  figuresOf: moduleFigures.moduleId,
};

type SortKeys = Record<keyof typeof SORT_KEYS, SQLWrapper>;

/** An order that ends in what is never a tie. */
function orderOf(sort: ModuleSort, keys: SortKeys = SORT_KEYS): SQL[] {
  const popular = [desc(keys.downloads), desc(keys.figuresOf)];
  if (sort === 'newest') return [desc(keys.releasedAt), desc(keys.id)];
  if (sort === 'rating') return [desc(keys.rating), ...popular];
  return sort === 'price' ? [asc(keys.priceCents), ...popular] : popular;
}

/** The filter as two conditions on `modules`. */
interface Conditions {
  /** What a search finds is found by the indexes of words and titles. */
  atOnce: SQL | undefined;
  /** The same, but not by those: for words so common that walking in the order of the list meets them at once. */
  onTheWay: SQL | undefined;
}

/** The letters as they are, where `LIKE` has a meaning for some. */
const escaped = (typed: string) => typed.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Stems of all words; or what a title begins with, as it is typed: a word of one or two letters is no stem. */
async function found(db: Db, typed: string): Promise<SQL | undefined> {
  const prepared = await prepareSearch(db, typed);
  if (prepared === undefined) return undefined;
  const beginning = `${escaped(typed.toLowerCase())}%`;
  return or(sql`${modules.search} @@ ${prepared}::tsquery`, sql`lower(${modules.title}) LIKE ${beginning}`);
}

/** What a filter asks for, of published modules. A search for nothing but words like "the" is no search. */
async function conditionsOf(db: Db, { search, tags, price, author }: ModulesFilter): Promise<Conditions> {
  const filter = and(
    eq(modules.status, 'published'),
    price === undefined ? undefined : price === 'free' ? eq(modules.priceCents, 0) : gt(modules.priceCents, 0),
    author === undefined ? undefined : eq(modules.authorId, author),
    hasAnyTag(modules.tagKeys, tags),
  );
  const searched = search ? await found(db, search) : undefined;
  if (searched === undefined) return { atOnce: filter, onTheWay: filter };
  return { atOnce: and(filter, searched), onTheWay: and(filter, sql`(${searched}) IS TRUE`) };
}

/** A list that is no longer than this is found by its filter and sorted whole; another one is met on the way through an order's index. */
const FEW = 2000;
/** Further from its beginning than this, a list is sorted whole, too: that takes no longer than walking there. */
const FAR = 1000;
/** No limit, said as one: a subquery with a limit is planned by itself, and finds by its filter instead of walking along an order. */
const ALL = 1_000_000_000;

/** What a list of modules asks for. */
interface ModulesQuery extends ModulesFilter {
  sort: ModuleSort;
  page: number;
  limit: number;
}

/** How many modules match each filter, where they are many: those may be half a minute old. */
const createTotals = (): Cache<number> => createCache({ life: 10_000, grace: 20_000, size: 500, atOnce: 2 });

async function countUpTo(db: Db, condition: SQL | undefined, most: number): Promise<number> {
  return db.$count(db.select({ id: modules.id }).from(modules).where(condition).limit(most).as('some'));
}

/** Few are counted each time; many, where that was not done lately. */
async function totalOf(db: Db, totals: Cache<number>, filter: ModulesFilter, { atOnce }: Conditions, pay: Pay): Promise<number> {
  const { search, tags, price, author } = filter;
  const key = JSON.stringify([search, tags, price, author]);
  const countAll = () => db.$count(modules, atOnce);
  if (totals.has(key)) return totals.fetch(key, countAll);
  const some = await countUpTo(db, atOnce, FEW + 1);
  if (some <= FEW) return some;
  if (tags !== undefined) await pay();
  return totals.fetch(key, countAll);
}

/** The ids of one page, with what they are sorted by and nothing else: most rows that are looked at are not shown. */
function pageOf(db: Db, { atOnce, onTheWay }: Conditions, { sort, page, limit }: ModulesQuery, total: number) {
  const offset = (page - 1) * limit;
  const keys = db.select(SORT_KEYS).from(modules).innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id));
  if (total > FEW && offset <= FAR) {
    const walked = keys.where(onTheWay).orderBy(...orderOf(sort));
    return walked.limit(limit).offset(offset).as('page');
  }
  const gathered = keys.where(atOnce).limit(ALL).as('gathered');
  const sorted = db
    .select()
    .from(gathered)
    .orderBy(...orderOf(sort, gathered));
  return sorted.limit(limit).offset(offset).as('page');
}

/**
 * One page of the published modules, and how many match in all.
 * @param pay is asked before what costs more than a page; a search has paid
 */
async function listModules(
  db: Db,
  totals: Cache<number>,
  query: ModulesQuery,
  pay: Pay,
): Promise<{ cards: ModuleCard[]; total: number }> {
  const conditions = await conditionsOf(db, query);
  const total = await totalOf(db, totals, query, conditions, pay);
  const offset = (query.page - 1) * query.limit;
  if (offset >= total) return { cards: [], total };
  if (offset > FAR) await pay();
  const page = pageOf(db, conditions, query, total);
  const cards = await db
    .select(MODULE_CARD_COLUMNS)
    .from(page)
    .innerJoin(modules, eq(modules.id, page.id))
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .orderBy(...orderOf(query.sort, page));
  return { cards, total };
}

const modulesAnswer = answerSchema({ modules: json.list(json.object(moduleCardFields)), total: json.integer, ...pagingSchema });

/** The toolbox's catalogue (api "Endpoints", /modules). */
export const catalogueFeature: Feature = (app, { db, limits }) => {
  const totals = createTotals();
  app.get(
    '/modules',
    {
      config: { access: 'anyone', ...SEARCHES },
      schema: { tags: ['modules'], querystring: modulesQueryRules, response: { 200: modulesAnswer } },
    },
    async (request) => {
      const { query } = request;
      const { cards, total } = await listModules(db, totals, query, payerOf(limits, request));
      return { modules: cards.map(presentModuleCard), total, ...pagingOf(query, total) };
    },
  );
};
