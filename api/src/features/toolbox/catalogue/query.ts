import { and, asc, desc, eq, gt, or, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { ModuleSort } from '@solvent/contracts';
import type { Db } from '../../../platform/db/connect.ts';
import { prepareSearch } from '../../../platform/db/full-text-search.ts';
import { moduleFigures, modules } from '../schema.ts';
import { hasAnyTag } from '../../../platform/db/tag-filter.ts';

/** Which modules a list is about. */
export interface ModulesFilter {
  search?: string | undefined;
  /** Comma-joined; a module with any of them matches, whatever their case. */
  tags?: string | undefined;
  price?: 'free' | 'paid' | undefined;
  /** A person's id: theirs alone. */
  author?: string | undefined;
}

/** What modules are ordered by: columns of the tables, or of a part of them. */
export const SORT_KEYS = {
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
export function orderOf(sort: ModuleSort, keys: SortKeys = SORT_KEYS): SQL[] {
  const popular = [desc(keys.downloads), desc(keys.figuresOf)];
  if (sort === 'newest') return [desc(keys.releasedAt), desc(keys.id)];
  if (sort === 'rating') return [desc(keys.rating), ...popular];
  return sort === 'price' ? [asc(keys.priceCents), ...popular] : popular;
}

/** The filter as two conditions on `modules`. */
export interface Conditions {
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
export async function conditionsOf(db: Db, { search, tags, price, author }: ModulesFilter): Promise<Conditions> {
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
