import type { ModulesAnswer, ModuleSort } from '@solvent/contracts';
import { modulesQueryRules } from '@solvent/contracts/rules/queries';
import { and, asc, count, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type * as yup from 'yup';
import type { Feature } from '../../feature.ts';
import { users } from '../accounts/schema.ts';
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
import { prepareSearch } from '../../platform/db/full-text-search.ts';
import { nestedRows } from '../../platform/db/nested-rows.ts';
import { builtOnce } from '../../platform/db/prepared.ts';
import { forEachDatabase } from '../../platform/db/standby/reads.ts';
import { hasAnyTag, tagKeysOf } from '../../platform/db/tag-filter.ts';
import { answerSchema, json, pagingSchema } from '../../platform/http/answer-schema.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { SEARCHES, payerOf } from '../../platform/limits/register-limits.ts';
import type { Pay } from '../../platform/limits/register-limits.ts';
import { createCache } from '../../platform/cache/cache.ts';
import type { Cache } from '../../platform/cache/cache.ts';

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
/** Further from its beginning than this, a list is sorted whole, too: that takes no longer than walking there. */
const FAR = 1000;
/** No limit, said as one: a subquery with a limit is planned by itself, and finds by its filter instead of walking along an order. */
const ALL = 1_000_000_000;

/** How many modules match each filter, where they are many: those may be half a minute old. */
const createTotals = (): Cache<number> => createCache({ life: 10_000, grace: 20_000, size: 500, atOnce: 2 });

/** What modules are sorted by, and nothing else: most rows that are looked at are not shown. */
const selectKeys = (db: Executor, condition: SQL | undefined) =>
  db.select(SORT_KEYS).from(modules).innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id)).where(condition);

const [LIMIT, OFFSET] = [sql.placeholder('limit'), sql.placeholder('offset')];

// The statements have no name: how rare words and tags are decides how they are found, so each is planned for its values.

/** A page found by the filter and sorted whole, and how many match; a `total` above {@link FEW}: the cards are none of the list. */
const fewModules = builtOnce((db, _name, shape: Shape) => {
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

/** A page of a long list, met on the way through the order's index, with all that its cards show. */
const nearPage = builtOnce((db, _name, shape: Shape) => {
  const page = db
    .select({ ...SORT_KEYS, ...MODULE_CARD_OWN_COLUMNS })
    .from(modules)
    .innerJoin(moduleFigures, eq(moduleFigures.moduleId, modules.id))
    .where(conditionOf(shape, true))
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

/** A page of a long list that is far from its beginning, or whose order no index has whole: what it is sorted by alone is sorted. */
const sortedPage = builtOnce((db, _name, shape: Shape, isFar: boolean) => {
  const gathered = selectKeys(db, conditionOf(shape)).limit(ALL).as('gathered');
  const sorted = db.select().from(gathered);
  const page = isFar
    ? sorted.orderBy(...orderOf(shape.sort, gathered))
    : selectKeys(db, conditionOf(shape, true)).orderBy(...orderOf(shape.sort));
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

const countModules = builtOnce((db, _name, shape: Shape) =>
  db.select({ total: count() }).from(modules).where(conditionOf(shape)).prepare(''),
);

/** The letters as they are, where `LIKE` has a meaning for some. */
const escaped = (typed: string) => typed.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A list as its statements take it. A search for nothing but words like "the" is no search. */
async function statementOf(db: Db, { search, tags, price, author, sort, page, limit }: ModulesList) {
  const prepared = search === undefined ? undefined : await prepareSearch(db, search);
  const keys = tagKeysOf(tags ?? '');
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

/**
 * By price the free ones are one long tie, which the index of downloads has in order: they are met there, and what costs something
 * follows. Undefined where few are free: then they are sorted with all others.
 */
async function readByPrice(db: Db, totals: Cache<number>, query: ModulesList): Promise<ModuleCard[] | undefined> {
  if (query.price === 'paid') return undefined;
  const queryOfFree = { ...query, price: 'free', sort: 'popular' } as const;
  const free = await statementOf(db, queryOfFree);
  const ofFree = await countAll(db, totals, queryOfFree, free);
  if (ofFree <= LONG) return undefined;
  const { offset, limit } = free.values;
  const cards = offset < ofFree ? await nearPage(db, free.name, free.shape).execute(free.values) : [];
  if (cards.length === limit || query.price === 'free') return cards;
  const paid = await statementOf(db, { ...query, price: 'paid' });
  const rest = { ...paid.values, offset: Math.max(0, offset - ofFree), limit: limit - cards.length };
  return [...cards, ...(await sortedPage(db, `${paid.name} false`, paid.shape, false).execute(rest))];
}

/**
 * One page of the published modules, and how many match in all. Of a list that is not known to be long, both are found at once.
 * @param pay is asked before what costs more than a page; a search has paid
 */
async function listModules(
  db: Db,
  totals: Cache<number>,
  query: ModulesList,
  pay: Pay,
): Promise<{ cards: ModuleCard[]; total: number }> {
  const { tags } = query;
  const statement = await statementOf(db, query);
  const { shape, name, values } = statement;
  const key = totalsKey(query);
  const isFar = values.offset > FAR;
  const known = totals.get(key);
  if (known === undefined || (known <= FEW && values.offset > 0)) {
    const [few] = await fewModules(db, name, shape).execute(values);
    if (few !== undefined && few.total <= FEW) {
      if (few.total > LONG) totals.set(key, few.total);
      if (few.cards.length > 0 && isFar) await pay();
      return few;
    }
    if (tags !== undefined) await pay();
  }
  const total = await countAll(db, totals, query, statement);
  if (values.offset >= total) return { cards: [], total };
  if (isFar) await pay();
  const byPrice = shape.sort === 'price' && !isFar ? await readByPrice(db, totals, query) : undefined;
  if (byPrice !== undefined) return { cards: byPrice, total };
  const isSorted = isFar || shape.sort === 'price';
  const found = isSorted ? sortedPage(db, `${name} ${isFar}`, shape, isFar) : nearPage(db, name, shape);
  return { cards: await found.execute(values), total };
}

const modulesAnswer = answerSchema<ModulesAnswer>(
  json.object({ modules: json.list(json.object(moduleCardFields)), total: json.integer, ...pagingSchema }),
);

/** The toolbox's catalogue (product 7.10). */
export const catalogueFeature: Feature = (app, { limits, reads }) => {
  const totals = forEachDatabase(createTotals);
  app.get(
    '/modules',
    {
      config: { access: 'anyone', ...SEARCHES },
      schema: { tags: ['modules'], querystring: modulesQueryRules, response: { 200: modulesAnswer } },
    },
    async (request) => {
      const { query } = request;
      const { cards, total } = await reads.read(request.caller?.user.id, (db) =>
        listModules(db, totals.of(db), query, payerOf(limits, request)),
      );
      return { modules: cards.map(presentModuleCard), total, ...pagingOf(query, total) };
    },
  );
};
