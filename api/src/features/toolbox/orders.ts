import type { ModuleSort } from '@solvent/contracts';
import { asc, desc, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { ModuleCard } from './presenter.ts';
import { moduleFigures, modules } from './schema.ts';

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

/** Where in its order a module stands. */
export type Place = Pick<ModuleCard, 'id' | 'releasedAt' | 'priceCents' | 'downloads' | 'rating'>;

/** A place as the values of a statement that goes on {@link behind} it. */
export const valuesOfPlace = ({ id, releasedAt, priceCents, downloads, rating }: Place) => ({
  afterId: id,
  afterReleased: releasedAt.toISOString(),
  afterPrice: priceCents,
  afterDownloads: downloads,
  afterRating: rating,
});

const AFTER = {
  id: sql`${sql.placeholder('afterId')}::uuid`,
  releasedAt: sql`${sql.placeholder('afterReleased')}::timestamptz`,
  priceCents: sql`${sql.placeholder('afterPrice')}::int`,
  downloads: sql`${sql.placeholder('afterDownloads')}::int`,
  rating: sql`${sql.placeholder('afterRating')}::real`,
};

/** What comes behind a place in {@link orderOf}'s order, whose values come when the statement runs: by one comparison, which the order's index answers. */
export function behind(sort: ModuleSort): SQL {
  const { id, releasedAt, priceCents, downloads, rating, figuresOf } = SORT_KEYS;
  if (sort === 'newest') return sql`(${releasedAt}, ${id}) < (${AFTER.releasedAt}, ${AFTER.id})`;
  const popular = sql`${downloads}, ${figuresOf}`;
  const afterPopular = sql`${AFTER.downloads}, ${AFTER.id}`;
  if (sort === 'popular') return sql`(${popular}) < (${afterPopular})`;
  if (sort === 'rating') return sql`(${rating}, ${popular}) < (${AFTER.rating}, ${afterPopular})`;
  // The index of prices has nothing of downloads: it leads to where those of the same price begin.
  return sql`${priceCents} >= ${AFTER.priceCents} AND (-${priceCents}, ${popular}) < (-${AFTER.priceCents}, ${afterPopular})`;
}
