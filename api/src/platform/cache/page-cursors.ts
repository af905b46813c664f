import { createCache } from './cache.ts';
import type { Cache } from './cache.ts';

/** Counting this many rows away costs next to nothing: nearer pages are counted from the beginning. */
export const MAX_CHEAP_OFFSET = 1000;

/** A page of a list. */
export interface PageRange {
  limit: number;
  offset: number;
}

/** Where lists were left lately, by list and how many rows come before. */
export type PageCursors<Place> = Cache<Place & {}>;

/** How long an end is remembered (ms): for somebody who reads a page before asking for the next. */
const END_LIFE = 60_000;

export const createPageCursors = <Place extends {}>(): PageCursors<Place> => createCache<Place>({ ttlMs: END_LIFE, size: 2000 });

/** How far pages of a list are read. */
export interface PageSource<Place, Row extends Place> {
  /** What the list is known by, its order included. */
  key: string;
  /** Some rows, counted from the beginning. */
  readByOffset: (range: PageRange) => Promise<Row[]>;
  /** So many rows behind a place. */
  readAfterCursor: (place: Place, limit: number) => Promise<Row[]>;
}

/** A page that nobody came to lately: the row before it is remembered, for whoever asks for it again. */
async function fromStart<Place, Row extends Place>(
  { readByOffset }: PageSource<Place, Row>,
  { limit, offset }: PageRange,
  remember: (before: Row) => void,
): Promise<Row[]> {
  const [before, ...rows] = await readByOffset({ limit: limit + 1, offset: offset - 1 });
  if (before !== undefined) remember(before);
  return rows;
}

/**
 * A page far from the beginning of its list. It goes on where lately somebody left the list, whichever rows came or went before;
 * where nobody did, and on another replica, rows are counted from the beginning.
 * @param pay is asked before that; without it, it is paid
 */
export async function readFarPage<Place extends {}, Row extends Place>(
  ends: PageCursors<Place>,
  list: PageSource<Place, Row>,
  range: PageRange,
  pay?: () => Promise<void>,
): Promise<Row[]> {
  const { limit, offset } = range;
  const keepAt = (rows: number, end: Place) => ends.set(JSON.stringify([list.key, rows]), end);
  const left = ends.get(JSON.stringify([list.key, offset]));
  if (left === undefined) await pay?.();
  const rows = await (left === undefined
    ? fromStart(list, range, (before) => keepAt(offset, before))
    : list.readAfterCursor(left, limit));
  const last = rows.at(-1);
  if (last !== undefined) keepAt(offset + rows.length, last);
  return rows;
}
