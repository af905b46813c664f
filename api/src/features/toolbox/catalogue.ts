import type { ModuleSort } from '@solvent/contracts';
import { modulesQueryRules } from '@solvent/contracts/rules/queries';
import { modulesResponse } from '@solvent/contracts/schemas';
import { and, asc, count, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { Placeholder, SQL, SQLWrapper } from 'drizzle-orm';
import type * as yup from 'yup';
import { PERSON_COLUMNS } from '../accounts/index.ts';
import type { Feature } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';
import { moduleFigures, modules, users } from '../../schema/index.ts';
import { MODULE_CARD_COLUMNS, MODULE_CARD_OWN_COLUMNS, presentModuleCard } from './queries.ts';
import type { ModuleCard } from './queries.ts';
import type { Db, Executor } from '../../platform/db/connect.ts';
import { buildTsQuery } from '../../platform/db/full-text-search.ts';
import { afterCursor } from '../../platform/db/keyset.ts';
import type { CursorKey } from '../../platform/db/keyset.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { memoizeStatement } from '../../platform/db/prepared.ts';
import { readCorrected } from '../../platform/db/spelling-suggestion.ts';
import type { SearchedRows } from '../../platform/db/spelling-suggestion.ts';
import { perDatabase } from '../../platform/db/standby.ts';
import { hasAnyTag, parseTagKeys } from '../../platform/db/tag-filter.ts';
import { buildPaging } from '../../platform/http/paging.ts';
import { SEARCH_LIMIT, createSearchCharge } from '../../platform/limits/register-limits.ts';
import type { ChargeSearch } from '../../platform/limits/register-limits.ts';
import { createCache } from '../../platform/cache/cache.ts';
import type { Cache } from '../../platform/cache/cache.ts';
import { createPageCursors, readFarPage, MAX_CHEAP_OFFSET } from '../../platform/cache/page-cursors.ts';
import type { PageSource, PageCursors } from '../../platform/cache/page-cursors.ts';

const SORT_KEYS = {
  id: modules.id,
  releasedAt: modules.releasedAt,
  priceCents: modules.priceCents,
  downloads: moduleFigures.downloads,
  rating: moduleFigures.rating,
  /** Equals `id`; the index of downloads contains this column. */
  figuresId: moduleFigures.moduleId,
};

const POPULAR = ['downloads', 'figuresId'] as const;

/** Keys of each order, of which the last is unique. All are descending except the price. */
const ORDERS: Record<ModuleSort, readonly (keyof typeof SORT_KEYS)[]> = {
  newest: ['releasedAt', 'id'],
  rating: ['rating', ...POPULAR],
  price: ['priceCents', ...POPULAR],
  popular: POPULAR,
};

const buildOrder = (sort: ModuleSort, keys: Record<keyof typeof SORT_KEYS, SQLWrapper> = SORT_KEYS): SQL[] =>
  ORDERS[sort].map((name) => (name === 'priceCents' ? asc(keys[name]) : desc(keys[name])));

type Cursor = Pick<ModuleCard, 'id' | 'releasedAt' | 'priceCents' | 'downloads' | 'rating'>;

/** Condition for rows after the cursor in the order of {@link buildOrder}. */
function afterModule(sort: ModuleSort): SQL {
  const price = sql`${sql.placeholder('priceCents')}::int`;
  const keys = ORDERS[sort].map((name): CursorKey =>
    name === 'priceCents' ? [sql`-${modules.priceCents}`, sql`-${price}`] : [SORT_KEYS[name], sql.placeholder(name)],
  );
  // The index of prices lacks downloads: the first condition finds the start of this price.
  return sort === 'price' ? sql`${modules.priceCents} >= ${price} AND ${afterCursor(...keys)}` : afterCursor(...keys);
}

/** The structure of a query without its values: statements are built once per shape. */
interface Shape {
  sort: ModuleSort;
  price: 'free' | 'paid' | undefined;
  has: { search: boolean; tags: boolean; author: boolean };
}

/** Matches stems of all words, or the beginning of a title while it is typed. */
const buildSearchCondition = (prepared: string | Placeholder, beginning: string | Placeholder): SQL | undefined =>
  or(sql`${modules.search} @@ ${prepared}::tsquery`, sql`lower(${modules.title}) LIKE ${beginning}::text`);

/** @param skipIndexes for common words: scanning the order's index is faster than the search indexes */
function buildCondition({ price, has }: Shape, skipIndexes = false): SQL | undefined {
  const searched = buildSearchCondition(sql.placeholder('prepared'), sql.placeholder('beginning'));
  return and(
    eq(modules.status, 'published'),
    price === undefined ? undefined : price === 'free' ? eq(modules.priceCents, 0) : gt(modules.priceCents, 0),
    has.author ? eq(modules.authorId, sql.placeholder('author')) : undefined,
    has.tags ? hasAnyTag(modules.tagKeys, sql.placeholder('tags')) : undefined,
    has.search && skipIndexes ? sql`(${searched}) IS TRUE` : has.search ? searched : undefined,
  );
}

/** Up to this length a list is filtered and sorted as a whole; longer ones follow an index of the order. */
const MAX_SORTED = 2000;
/** Above this length, reading a first page from the index of the order is faster. Only these totals are cached. */
const MIN_LONG = 500;
/** Forces the planner to plan the subquery separately, by its filter instead of an index of the order. */
const NO_LIMIT = 1_000_000_000;

const selectSortKeys = (db: Executor, condition: SQL | undefined) =>
  db.select(SORT_KEYS).from(modules).innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id)).where(condition);

const [LIMIT, OFFSET] = [sql.placeholder('limit'), sql.placeholder('offset')];

// The statements are unnamed, so that PostgreSQL plans each for its values: words and tags differ in selectivity.

/** A page of a filtered and sorted list with its total. If `total` exceeds {@link MAX_SORTED}, ignore the cards. */
const shortListPage = memoizeStatement((db, _name, shape: Shape) => {
  const matches = db.$with('matches').as(selectSortKeys(db, buildCondition(shape)).limit(MAX_SORTED + 1));
  const page = db
    .select()
    .from(matches)
    .orderBy(...buildOrder(shape.sort, matches))
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
      .orderBy(...buildOrder(shape.sort, page)),
  );
  const counted = db
    .select({ total: count().as('total') })
    .from(matches)
    .as('counted');
  return db.with(matches).select({ total: counted.total, cards }).from(counted).prepare('');
});

/** Reads a page of a long list from the index of its order. @param isAfter starts after the cursor */
const indexedPage = memoizeStatement((db, _name, shape: Shape, isAfter = false) => {
  const page = db
    .select({ ...SORT_KEYS, ...MODULE_CARD_OWN_COLUMNS })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .where(and(buildCondition(shape, true), isAfter ? afterModule(shape.sort) : undefined))
    .orderBy(...buildOrder(shape.sort))
    .limit(LIMIT)
    .offset(OFFSET)
    .as('page');
  return db
    .select({ ...page._.selectedFields, author: PERSON_COLUMNS })
    .from(page)
    .innerJoin(users, eq(users.id, page.authorId))
    .orderBy(...buildOrder(shape.sort, page))
    .prepare('');
});

/** Sorts only the keys, for pages far from the start and orders without a complete index. */
const sortedPage = memoizeStatement((db, _name, shape: Shape, position: 'far' | 'near' | 'after') => {
  const matches = selectSortKeys(db, buildCondition(shape)).limit(NO_LIMIT).as('matches');
  const all = db.select().from(matches);
  const condition = and(buildCondition(shape, true), position === 'after' ? afterModule(shape.sort) : undefined);
  const page =
    position === 'far'
      ? all.orderBy(...buildOrder(shape.sort, matches))
      : selectSortKeys(db, condition).orderBy(...buildOrder(shape.sort));
  const ids = page.limit(LIMIT).offset(OFFSET).as('page');
  return db
    .select(MODULE_CARD_COLUMNS)
    .from(ids)
    .innerJoin(modules, eq(modules.id, ids.id))
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .innerJoin(users, eq(users.id, modules.authorId))
    .orderBy(...buildOrder(shape.sort, ids))
    .prepare('');
});

const countModules = memoizeStatement((db, _name, shape: Shape) =>
  db.select({ total: count() }).from(modules).where(buildCondition(shape)).prepare(''),
);

const buildBeginning = (search: string) => `${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const SEARCHED: SearchedRows = {
  rows: 'modules',
  words: 'module_words',
  buildCondition: (prepared, typed) =>
    and(eq(modules.status, 'published'), buildSearchCondition(prepared, buildBeginning(typed))),
};

/** Builds the statement of a query. A search with only stop words is no search. */
async function buildStatement(db: Db, { search, tags, price, author, sort, page, limit }: ModulesQuery) {
  const prepared = search === undefined ? undefined : await buildTsQuery(db, search);
  const keys = parseTagKeys(tags ?? '');
  const has = { search: prepared !== undefined, tags: keys.length > 0, author: author !== undefined };
  const shape: Shape = { sort, price, has };
  const values = { prepared, beginning: buildBeginning(search ?? ''), tags: keys, author, limit, offset: (page - 1) * limit };
  return { shape, name: JSON.stringify(shape), values };
}

type ModulesQuery = yup.InferType<typeof modulesQueryRules>;
type Statement = Awaited<ReturnType<typeof buildStatement>>;

const totalsKey = ({ search, tags, price, author }: ModulesQuery) => JSON.stringify([search, tags, price, author]);

async function countAll(db: Db, totals: Cache<number>, query: ModulesQuery, statement: Statement): Promise<number> {
  const { shape, name, values } = statement;
  return totals.fetch(totalsKey(query), async () => (await countModules(db, name, shape).execute(values))[0]?.total ?? 0);
}

const buildPriceStatement = async (db: Db, query: ModulesQuery, price: 'free' | 'paid') =>
  // Free modules tie on price, so they are sorted by downloads.
  buildStatement(db, price === 'free' ? { ...query, price, sort: 'popular' } : { ...query, price });

/** @param offset number of paid modules to skip */
async function readPaid(db: Db, query: ModulesQuery, offset: number, limit: number): Promise<ModuleCard[]> {
  const { shape, name, values } = await buildPriceStatement(db, query, 'paid');
  return limit === 0 ? [] : sortedPage(db, `${name} near`, shape, 'near').execute({ ...values, offset, limit });
}

/** Reads free modules from the downloads index, then paid ones. @returns undefined if few are free: then one sort is faster */
async function readByPrice(db: Db, totals: Cache<number>, query: ModulesQuery): Promise<ModuleCard[] | undefined> {
  if (query.price === 'paid') return undefined;
  const free = await buildPriceStatement(db, query, 'free');
  const freeCount = await countAll(db, totals, { ...query, price: 'free' }, free);
  if (freeCount <= MIN_LONG) return undefined;
  const { offset, limit } = free.values;
  const cards = offset < freeCount ? await indexedPage(db, free.name, free.shape).execute(free.values) : [];
  if (query.price === 'free') return cards;
  return [...cards, ...(await readPaid(db, query, Math.max(0, offset - freeCount), limit - cards.length))];
}

async function readAfter(db: Db, query: ModulesQuery, cursor: Cursor, limit: number): Promise<ModuleCard[]> {
  const isByPrice = query.sort === 'price';
  const { shape, name, values } = isByPrice
    ? await buildPriceStatement(db, query, cursor.priceCents === 0 ? 'free' : 'paid')
    : await buildStatement(db, query);
  const following = { ...cursor, figuresId: cursor.id, ...values, offset: 0, limit };
  if (shape.sort === 'price') return sortedPage(db, `${name} after`, shape, 'after').execute(following);
  const cards = await indexedPage(db, `${name} after`, shape, true).execute(following);
  if (!isByPrice || query.price === 'free') return cards;
  return [...cards, ...(await readPaid(db, query, 0, limit - cards.length))];
}

/** Caches of one database; each process has its own. */
interface ListCaches {
  totals: Cache<number>;
  cursors: PageCursors<Cursor>;
}

async function readLongList(db: Db, caches: ListCaches, query: ModulesQuery, statement: Statement, charge: ChargeSearch) {
  const { totals, cursors } = caches;
  const { shape, name, values } = statement;
  if (values.offset <= MAX_CHEAP_OFFSET) {
    const byPrice = shape.sort === 'price' ? await readByPrice(db, totals, query) : undefined;
    if (byPrice !== undefined) return byPrice;
    const page = shape.sort === 'price' ? sortedPage(db, `${name} near`, shape, 'near') : indexedPage(db, name, shape);
    return page.execute(values);
  }
  const source: PageSource<Cursor, ModuleCard> = {
    key: JSON.stringify([totalsKey(query), shape.sort]),
    readByOffset: (range) => sortedPage(db, `${name} far`, shape, 'far').execute({ ...values, ...range }),
    readAfterCursor: (cursor, limit) => readAfter(db, query, cursor, limit),
  };
  return readFarPage(cursors, source, values, charge);
}

/** @param charge is called before an expensive query, unless the search has paid */
async function listModules(db: Db, caches: ListCaches, query: ModulesQuery, charge: ChargeSearch) {
  const { totals } = caches;
  const statement = await buildStatement(db, query);
  const { shape, name, values } = statement;
  const key = totalsKey(query);
  // A recently long list is not tried as a short one.
  const known = totals.getStale(key);
  if (known === undefined || (known <= MAX_SORTED && values.offset > 0)) {
    const [found] = await shortListPage(db, name, shape).execute(values);
    if (found !== undefined && found.total <= MAX_SORTED) {
      if (found.total > MIN_LONG) totals.set(key, found.total);
      if (found.cards.length > 0 && values.offset > MAX_CHEAP_OFFSET) await charge();
      return found;
    }
  }
  if (query.tags !== undefined && !totals.has(key)) await charge();
  const total = await countAll(db, totals, query, statement);
  return { cards: values.offset >= total ? [] : await readLongList(db, caches, query, statement, charge), total };
}

/** The catalogue of published modules (product 7.10). */
export const catalogueFeature: Feature<Deps> = (app, { limits, readRouter }) => {
  const caches = perDatabase((): ListCaches => ({
    // Totals of long lists may be 30 s old.
    totals: createCache({ ttlMs: 10_000, staleMs: 20_000, size: 500, concurrency: 2 }),
    cursors: createPageCursors(),
  }));
  const schema = { tags: ['modules'], querystring: modulesQueryRules, response: { 200: modulesResponse } };
  app.get('/modules', { config: { access: 'anyone', ...SEARCH_LIMIT }, schema }, async (request) => {
    const { query } = request;
    const charge = createSearchCharge(limits, request);
    const [{ cards, total }, searchedFor] = await readRouter.read(request.caller?.user.id, (db) => {
      const read = (search: string | undefined) => listModules(db, caches.of(db), { ...query, search }, charge);
      return readCorrected(db, SEARCHED, query.search, read, (found) => found.total > 0);
    });
    return { modules: cards.map(presentModuleCard), total, ...buildPaging(query, total), searchedFor };
  });
};
