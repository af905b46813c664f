import type { ModulesResponse, ModuleSort } from '@solvent/contracts';
import { modulesQueryRules } from '@solvent/contracts/rules/queries';
import { and, count, eq, gt, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type * as yup from 'yup';
import type { Feature } from '../../feature.ts';
import { users } from '../accounts/schema.ts';
import { behind, orderOf, SORT_KEYS, valuesOfPlace } from './orders.ts';
import type { Place } from './orders.ts';
import {
  MODULE_CARD_AUTHOR,
  MODULE_CARD_COLUMNS,
  MODULE_CARD_OWN_COLUMNS,
  moduleCardFields,
  presentModuleCard,
} from './presenter.ts';
import type { ModuleCard } from './presenter.ts';
import { moduleFigures, modules } from './schema.ts';
import type { Db, Executor } from '../../platform/db/connect.ts';
import { buildTsQuery } from '../../platform/db/full-text-search.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { memoizeStatement } from '../../platform/db/prepared.ts';
import { perDatabase } from '../../platform/db/standby/read-router.ts';
import { hasAnyTag, parseTagKeys } from '../../platform/db/tag-filter.ts';
import { responseSchema, json, pagingSchema } from '../../platform/http/response-schema.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { SEARCH_LIMIT, createSearchCharge } from '../../platform/limits/register-limits.ts';
import type { ChargeSearch } from '../../platform/limits/register-limits.ts';
import { createCache } from '../../platform/cache/cache.ts';
import type { Cache } from '../../platform/cache/cache.ts';
import { createPageCursors, readFarPage, MAX_CHEAP_OFFSET } from '../../platform/cache/page-cursors.ts';
import type { PageSource, PageCursors } from '../../platform/cache/page-cursors.ts';

/** Which modules a list is about, and its order, but for the values: a statement is built once for each shape. */
interface Shape {
  sort: ModuleSort;
  price: 'free' | 'paid' | undefined;
  has: { search: boolean; tags: boolean; author: boolean };
}

/** A shape's filter as a condition on `modules`; `onTheWay` not by the indexes of words and titles: for words so common that walking in the order of the list meets them at once. */
function conditionOf({ price, has }: Shape, onTheWay = false): SQL | undefined {
  const words = sql`${modules.search} @@ ${sql.placeholder('prepared')}::tsquery`;
  // Stems of all words; or what a title begins with, as it is typed: a word of one or two letters is no stem.
  const searched = or(words, sql`lower(${modules.title}) LIKE ${sql.placeholder('beginning')}::text`);
  return and(
    eq(modules.status, 'published'),
    price === undefined ? undefined : price === 'free' ? eq(modules.priceCents, 0) : gt(modules.priceCents, 0),
    has.author ? eq(modules.authorId, sql.placeholder('author')) : undefined,
    has.tags ? hasAnyTag(modules.tagKeys, sql.placeholder('tags')) : undefined,
    has.search && onTheWay ? sql`(${searched}) IS TRUE` : has.search ? searched : undefined,
  );
}

/** A list that is no longer than this is found by its filter and sorted whole; another one is met on the way through an order's index. */
const FEW = 2000;
/** The first page of a list that is longer than this is met sooner than all of it is found; such a list is remembered as long. */
const LONG = 500;
/** No limit, said as one: a subquery with a limit is planned by itself, and finds by its filter instead of walking along an order. */
const ALL = 1_000_000_000;

/** How many modules match each filter, where they are many: those may be half a minute old. */
const createTotals = (): Cache<number> => createCache({ ttlMs: 10_000, staleMs: 20_000, size: 500, concurrency: 2 });

/** What modules are sorted by, and nothing else: most rows that are looked at are not shown. */
const selectKeys = (db: Executor, condition: SQL | undefined) =>
  db.select(SORT_KEYS).from(modules).innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id)).where(condition);

const [LIMIT, OFFSET] = [sql.placeholder('limit'), sql.placeholder('offset')];

// The statements have no name: how rare words and tags are decides how they are found, so each is planned for its values.

/** A page found by the filter and sorted whole, and how many match; a `total` above {@link FEW}: the cards are none of the list. */
const fewModules = memoizeStatement((db, _name, shape: Shape) => {
  const few = db.$with('few').as(selectKeys(db, conditionOf(shape)).limit(FEW + 1));
  const sorted = db.select().from(few);
  const page = sorted
    .orderBy(...orderOf(shape.sort, few))
    .limit(LIMIT)
    .offset(OFFSET)
    .as('page');
  const cards = nestedRows(MODULE_CARD_COLUMNS, (column) =>
    db
      .select(column)
      .from(page)
      .innerJoin(modules, eq(modules.id, page.id))
      .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
      .innerJoin(users, eq(users.id, modules.authorId))
      .orderBy(...orderOf(shape.sort, page)),
  );
  const counted = db
    .select({ total: count().as('total') })
    .from(few)
    .as('counted');
  return db.with(few).select({ total: counted.total, cards }).from(counted).prepare('');
});

/**
 * A page of a long list, met on the way through the order's index, with all that its cards show.
 * @param isBehind it goes on behind a place, whose values come with the others
 */
const nearPage = memoizeStatement((db, _name, shape: Shape, isBehind = false) => {
  const page = db
    .select({ ...SORT_KEYS, ...MODULE_CARD_OWN_COLUMNS })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .where(and(conditionOf(shape, true), isBehind ? behind(shape.sort) : undefined))
    .orderBy(...orderOf(shape.sort))
    .limit(LIMIT)
    .offset(OFFSET)
    .as('page');
  return db
    .select({ ...page._.selectedFields, author: MODULE_CARD_AUTHOR })
    .from(page)
    .innerJoin(users, eq(users.id, page.authorId))
    .orderBy(...orderOf(shape.sort, page))
    .prepare('');
});

/**
 * A page of a long list that is far from its beginning, or whose order no index has whole: what it is sorted by alone is sorted. Far
 * away the list is sorted whole, which takes no longer than walking there.
 */
const sortedPage = memoizeStatement((db, _name, shape: Shape, from: 'far' | 'near' | 'behind') => {
  const gathered = selectKeys(db, conditionOf(shape)).limit(ALL).as('gathered');
  const sorted = db.select().from(gathered);
  const onTheWay = and(conditionOf(shape, true), from === 'behind' ? behind(shape.sort) : undefined);
  const page =
    from === 'far' ? sorted.orderBy(...orderOf(shape.sort, gathered)) : selectKeys(db, onTheWay).orderBy(...orderOf(shape.sort));
  const ids = page.limit(LIMIT).offset(OFFSET).as('page');
  return db
    .select(MODULE_CARD_COLUMNS)
    .from(ids)
    .innerJoin(modules, eq(modules.id, ids.id))
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .orderBy(...orderOf(shape.sort, ids))
    .prepare('');
});

const countModules = memoizeStatement((db, _name, shape: Shape) =>
  db.select({ total: count() }).from(modules).where(conditionOf(shape)).prepare(''),
);

/** The letters as they are, where `LIKE` has a meaning for some. */
const escaped = (typed: string) => typed.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A list as its statements take it. A search for nothing but words like "the" is no search. */
async function statementOf(db: Db, { search, tags, price, author, sort, page, limit }: ModulesList) {
  const prepared = search === undefined ? undefined : await buildTsQuery(db, search);
  const keys = parseTagKeys(tags ?? '');
  const has = { search: prepared !== undefined, tags: keys.length > 0, author: author !== undefined };
  const shape: Shape = { sort, price, has };
  const beginning = `${escaped((search ?? '').toLowerCase())}%`;
  const values = { prepared, beginning, tags: keys, author, limit, offset: (page - 1) * limit };
  return { shape, name: JSON.stringify(shape), values };
}

type ModulesList = yup.InferType<typeof modulesQueryRules>;
type Statement = Awaited<ReturnType<typeof statementOf>>;

const totalsKey = ({ search, tags, price, author }: ModulesList) => JSON.stringify([search, tags, price, author]);

/** How many match a filter; where they are many, half a minute ago. @param statement of the query */
async function countAll(db: Db, totals: Cache<number>, query: ModulesList, statement: Statement): Promise<number> {
  const { shape, name, values } = statement;
  return totals.fetch(totalsKey(query), async () => (await countModules(db, name, shape).execute(values))[0]?.total ?? 0);
}

/** A query as its statements take it, of one half of the prices. */
const half = async (db: Db, query: ModulesList, price: 'free' | 'paid') =>
  // By price the free ones are one long tie, which is by downloads.
  statementOf(db, price === 'free' ? { ...query, price, sort: 'popular' } : { ...query, price });

/** What costs something, the cheapest first. @param offset how many of these come before */
async function readPaid(db: Db, query: ModulesList, offset: number, limit: number): Promise<ModuleCard[]> {
  const { shape, name, values } = await half(db, query, 'paid');
  return limit === 0 ? [] : sortedPage(db, `${name} near`, shape, 'near').execute({ ...values, offset, limit });
}

/**
 * By price the free ones are one long tie, which the index of downloads has in order: they are met there, and what costs something
 * follows. Undefined where few are free: then they are sorted with all others.
 */
async function readByPrice(db: Db, totals: Cache<number>, query: ModulesList): Promise<ModuleCard[] | undefined> {
  if (query.price === 'paid') return undefined;
  const free = await half(db, query, 'free');
  const ofFree = await countAll(db, totals, { ...query, price: 'free' }, free);
  if (ofFree <= LONG) return undefined;
  const { offset, limit } = free.values;
  const cards = offset < ofFree ? await nearPage(db, free.name, free.shape).execute(free.values) : [];
  if (query.price === 'free') return cards;
  return [...cards, ...(await readPaid(db, query, Math.max(0, offset - ofFree), limit - cards.length))];
}

/** What comes behind a module that is far from the beginning of the list. */
async function readBehind(db: Db, query: ModulesList, place: Place, limit: number): Promise<ModuleCard[]> {
  const isFree = place.priceCents === 0;
  const isByPrice = query.sort === 'price';
  const { shape, name, values } = isByPrice ? await half(db, query, isFree ? 'free' : 'paid') : await statementOf(db, query);
  const rest = { ...values, ...valuesOfPlace(place), offset: 0, limit };
  if (shape.sort === 'price') return sortedPage(db, `${name} behind`, shape, 'behind').execute(rest);
  const cards = await nearPage(db, `${name} behind`, shape, true).execute(rest);
  if (!isByPrice || query.price === 'free') return cards;
  return [...cards, ...(await readPaid(db, query, 0, limit - cards.length))];
}

/** What a process remembers of the lists of a database, and another one finds out by itself. */
interface ListCaches {
  totals: Cache<number>;
  ends: PageCursors<Place>;
}

/** A page of a list that is known to be long. */
async function readLong(
  db: Db,
  { totals, ends }: ListCaches,
  query: ModulesList,
  { shape, name, values }: Statement,
  pay: ChargeSearch,
): Promise<ModuleCard[]> {
  if (values.offset <= MAX_CHEAP_OFFSET) {
    const byPrice = shape.sort === 'price' ? await readByPrice(db, totals, query) : undefined;
    if (byPrice !== undefined) return byPrice;
    return (shape.sort === 'price' ? sortedPage(db, `${name} near`, shape, 'near') : nearPage(db, name, shape)).execute(values);
  }
  const pages: PageSource<Place, ModuleCard> = {
    key: JSON.stringify([totalsKey(query), shape.sort]),
    readByOffset: (range) => sortedPage(db, `${name} far`, shape, 'far').execute({ ...values, ...range }),
    readAfterCursor: (place, limit) => readBehind(db, query, place, limit),
  };
  return readFarPage(ends, pages, values, pay);
}

/**
 * One page of the published modules, and how many match in all. Of a list that is not known to be long, both are found at once.
 * @param pay is asked before what costs more than a page; a search has paid
 */
async function listModules(
  db: Db,
  caches: ListCaches,
  query: ModulesList,
  pay: ChargeSearch,
): Promise<{ cards: ModuleCard[]; total: number }> {
  const { totals } = caches;
  const statement = await statementOf(db, query);
  const { shape, name, values } = statement;
  const key = totalsKey(query);
  // What was long half a minute ago is not looked at for being short.
  const known = totals.getStale(key);
  if (known === undefined || (known <= FEW && values.offset > 0)) {
    const [few] = await fewModules(db, name, shape).execute(values);
    if (few !== undefined && few.total <= FEW) {
      if (few.total > LONG) totals.set(key, few.total);
      if (few.cards.length > 0 && values.offset > MAX_CHEAP_OFFSET) await pay();
      return few;
    }
  }
  if (query.tags !== undefined && !totals.has(key)) await pay();
  const total = await countAll(db, totals, query, statement);
  return { cards: values.offset >= total ? [] : await readLong(db, caches, query, statement, pay), total };
}

const modulesAnswer = responseSchema<ModulesResponse>(
  json.object({ modules: json.list(json.object(moduleCardFields)), total: json.integer, ...pagingSchema }),
);

/** The toolbox's catalogue (product 7.10). */
export const catalogueFeature: Feature = (app, { limits, readRouter }) => {
  const caches = perDatabase((): ListCaches => ({ totals: createTotals(), ends: createPageCursors<Place>() }));
  app.get(
    '/modules',
    {
      config: { access: 'anyone', ...SEARCH_LIMIT },
      schema: { tags: ['modules'], querystring: modulesQueryRules, response: { 200: modulesAnswer } },
    },
    async (request) => {
      const { query } = request;
      const { cards, total } = await readRouter.read(request.caller?.user.id, (db) =>
        listModules(db, caches.of(db), query, createSearchCharge(limits, request)),
      );
      return { modules: cards.map(presentModuleCard), total, ...buildPaging(query, total) };
    },
  );
};
