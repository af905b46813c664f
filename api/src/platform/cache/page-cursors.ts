import { createCache } from './cache.ts';
import type { Cache } from './cache.ts';

/** Up to this offset, OFFSET is cheap enough to be used directly. */
export const MAX_CHEAP_OFFSET = 1000;

export interface PageRange {
  limit: number;
  offset: number;
}

/** Cursors of the last rows of recently read pages, by list and offset. */
export type PageCursors<Cursor> = Cache<Cursor & {}>;

const CURSOR_TTL_MS = 60_000;

export const createPageCursors = <Cursor extends {}>(): PageCursors<Cursor> =>
  createCache<Cursor>({ ttlMs: CURSOR_TTL_MS, size: 2000 });

export interface PageSource<Cursor, Row extends Cursor> {
  /** Identifies the list, its order included. */
  key: string;
  readByOffset: (range: PageRange) => Promise<Row[]>;
  readAfterCursor: (cursor: Cursor, limit: number) => Promise<Row[]>;
}

/**
 * Reads a page far from the start of a list after the cached cursor of the previous page, if there is one, else by offset.
 * @param charge is awaited before a read by offset
 */
export async function readFarPage<Cursor extends {}, Row extends Cursor>(
  cursors: PageCursors<Cursor>,
  source: PageSource<Cursor, Row>,
  { limit, offset }: PageRange,
  charge?: () => Promise<void>,
): Promise<Row[]> {
  const keyAt = (rowOffset: number) => JSON.stringify([source.key, rowOffset]);
  const readByOffset = async () => {
    await charge?.();
    const [before, ...rows] = await source.readByOffset({ limit: limit + 1, offset: offset - 1 });
    if (before !== undefined) cursors.set(keyAt(offset), before);
    return rows;
  };
  const cursor = cursors.get(keyAt(offset));
  const rows = await (cursor === undefined ? readByOffset() : source.readAfterCursor(cursor, limit));
  const last = rows.at(-1);
  if (last !== undefined) cursors.set(keyAt(offset + rows.length), last);
  return rows;
}
