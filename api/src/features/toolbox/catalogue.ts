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
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { hasAnyTag } from '../../platform/db/tag-filter.ts';
import { answerSchema, json, pagingSchema } from '../../platform/http/answer-schema.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { SEARCHES, payerOf } from '../../platform/limits/register-limits.ts';
import type { Pay } from '../../platform/limits/register-limits.ts';
import { createMemory } from '../../platform/memory/memory.ts';
import type { Memory } from '../../platform/memory/memory.ts';

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
/** The first page of a list that is longer than this is met sooner than all of it is found; such a list is remembered as long. */
const LONG = 500;
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
const createTotals = (): Memory<number> => createMemory({ life: 10_000, grace: 20_000, size: 500, atOnce: 2 });

/** What modules are sorted by, and nothing else: most rows that are looked at are not shown. */
const selectKeys = (db: Db, condition: SQL | undefined) =>
  db.select(SORT_KEYS).from(modules).innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id)).where(condition);

/** A page of the catalogue, and how many modules match in all. */
interface CataloguePage {
  cards: ModuleCard[];
  total: number;
}

/** Found by the filter and sorted whole, in one statement. @returns a `total` above {@link FEW} if more match: the cards are none of the list then */
async function readFewModules(db: Db, condition: SQL | undefined, { sort, page, limit }: ModulesQuery): Promise<CataloguePage> {
  const few = db.$with('few').as(selectKeys(db, condition).limit(FEW + 1));
  const ids = db
    .select()
    .from(few)
    .orderBy(...orderOf(sort, few))
    .limit(limit)
    .offset((page - 1) * limit)
    .as('page');
  const cards = nestedRows(MODULE_CARD_COLUMNS, (column) =>
    db
      .select(column)
      .from(ids)
      .innerJoin(modules, eq(modules.id, ids.id))
      .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
      .innerJoin(users, eq(users.id, modules.authorId))
      .orderBy(...orderOf(sort, ids)),
  );
  const counted = db
    .select({ total: sql<number>`count(*)::int`.as('total') })
    .from(few)
    .as('counted');
  const [row] = await db.with(few).select({ total: counted.total, cards }).from(counted);
  return row ?? { total: 0, cards: [] };
}

/** A page of a list that is long: met on the way through the order's index; or, far from its beginning, sorted whole. */
function readLongList(db: Db, { atOnce, onTheWay }: Conditions, { sort, page, limit }: ModulesQuery): Promise<ModuleCard[]> {
  const offset = (page - 1) * limit;
  const gathered = selectKeys(db, atOnce).limit(ALL).as('gathered');
  const sorted = db
    .select()
    .from(gathered)
    .orderBy(...orderOf(sort, gathered));
  const walked = selectKeys(db, onTheWay).orderBy(...orderOf(sort));
  const ids = (offset > FAR ? sorted : walked).limit(limit).offset(offset).as('page');
  return db
    .select(MODULE_CARD_COLUMNS)
    .from(ids)
    .innerJoin(modules, eq(modules.id, ids.id))
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .orderBy(...orderOf(sort, ids));
}

/**
 * One page of the published modules, and how many match in all. Of a list that is not known to be long, both are found at once.
 * @param pay is asked before what costs more than a page; a search has paid
 */
async function listModules(db: Db, totals: Memory<number>, query: ModulesQuery, pay: Pay): Promise<CataloguePage> {
  const { search, tags, price, author, page, limit } = query;
  const conditions = await conditionsOf(db, query);
  const key = JSON.stringify([search, tags, price, author]);
  const offset = (page - 1) * limit;
  const known = await totals.recall(key);
  if (known === undefined || (known <= FEW && offset > 0)) {
    const few = await readFewModules(db, conditions.atOnce, query);
    if (few.total > LONG && few.total <= FEW) totals.keep(key, few.total);
    if (few.cards.length > 0 && few.total <= FEW && offset > FAR) await pay();
    if (few.total <= FEW) return few;
    if (tags !== undefined) await pay();
  }
  const total = await totals.get(key, () => db.$count(modules, conditions.atOnce));
  if (offset >= total) return { cards: [], total };
  if (offset > FAR) await pay();
  return { cards: await readLongList(db, conditions, query), total };
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
