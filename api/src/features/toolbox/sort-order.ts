import type { ModuleSort } from '@solvent/contracts';
import { asc, desc, sql } from 'drizzle-orm';
import type { SQL, SQLWrapper } from 'drizzle-orm';
import { afterCursor } from '../../platform/db/keyset.ts';
import type { CursorKey } from '../../platform/db/keyset.ts';
import type { ModuleCard } from './presenter.ts';
import { moduleFigures, modules } from '../../schema/index.ts';

export const SORT_KEYS = {
  id: modules.id,
  releasedAt: modules.releasedAt,
  priceCents: modules.priceCents,
  downloads: moduleFigures.downloads,
  rating: moduleFigures.rating,
  /** Equals `id`; the index of downloads contains this column. */
  figuresId: moduleFigures.moduleId,
};

type SortKeys = Record<keyof typeof SORT_KEYS, SQLWrapper>;

/** Ends with a unique column. */
export function buildOrder(sort: ModuleSort, keys: SortKeys = SORT_KEYS): SQL[] {
  const popular = [desc(keys.downloads), desc(keys.figuresId)];
  if (sort === 'newest') return [desc(keys.releasedAt), desc(keys.id)];
  if (sort === 'rating') return [desc(keys.rating), ...popular];
  return sort === 'price' ? [asc(keys.priceCents), ...popular] : popular;
}

export type Cursor = Pick<ModuleCard, 'id' | 'releasedAt' | 'priceCents' | 'downloads' | 'rating'>;

export const toCursorValues = ({ id, releasedAt, priceCents, downloads, rating }: Cursor) => ({
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

/** Rows after the cursor in {@link buildOrder}'s order. */
export function afterModule(sort: ModuleSort): SQL {
  const { id, releasedAt, priceCents, downloads, rating, figuresId } = SORT_KEYS;
  if (sort === 'newest') return afterCursor([releasedAt, AFTER.releasedAt], [id, AFTER.id]);
  const popular: CursorKey[] = [
    [downloads, AFTER.downloads],
    [figuresId, AFTER.id],
  ];
  if (sort === 'popular') return afterCursor(...popular);
  if (sort === 'rating') return afterCursor([rating, AFTER.rating], ...popular);
  // The index of prices lacks downloads: the first condition finds the start of this price.
  return sql`${priceCents} >= ${AFTER.priceCents} AND ${afterCursor([sql`-${priceCents}`, sql`-${AFTER.priceCents}`], ...popular)}`;
}
