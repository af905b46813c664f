import type { SQL } from 'drizzle-orm';
import type { ProblemSort } from '@solvent/contracts';
import type { Executor } from '../../../platform/db/connect.ts';
import type { Pay } from '../../../platform/limits/register-limits.ts';
import { createMemory } from '../../../platform/memory/memory.ts';
import type { Memory } from '../../../platform/memory/memory.ts';
import type { ProblemCard } from './presenter.ts';
import type { Place, Stretch } from './query.ts';
import { stretchOf } from './stretch.ts';

/** Counting this many rows away costs next to nothing: nearer pages are counted from the beginning. */
const NEAR = 1000;

/** Where lists were left lately, by list and how many problems come before. */
export type PageEnds = Memory<Place>;

/** How long an end is remembered (ms): for somebody who reads a page before asking for the next. */
const END_LIFE = 60_000;

export const createPageEnds = (): PageEnds => createMemory({ life: END_LIFE, size: 2000 });

/** A list: what it is known by, what is in it, its order. */
export interface WalkedList {
  key: string;
  condition: SQL | undefined;
  /** The same condition in the form that finds many at once, where another one meets them on the way. */
  atOnce?: SQL | undefined;
  sort: ProblemSort;
}

const keyOf = ({ key, sort }: WalkedList, place: number) => JSON.stringify([key, sort, place]);

/** A stretch that nobody came to lately: the problem before it is remembered, for whoever asks for it again. */
async function countedFromStart(
  db: Executor,
  list: WalkedList,
  { limit, offset }: Stretch,
  remember: (before: Place) => void,
): Promise<ProblemCard[]> {
  const [before, ...cards] = await stretchOf(db, list.atOnce ?? list.condition, list.sort, {
    limit: limit + 1,
    offset: offset - 1,
  });
  if (before !== undefined) remember(before);
  return cards;
}

/**
 * A stretch of a long list. Far from its beginning it goes on where lately somebody left it, whichever problems came or went
 * before; where nobody did, and on another replica, rows are counted from the beginning.
 * @param pay is asked before that; without it, it is paid
 */
export async function walk(db: Executor, ends: PageEnds, list: WalkedList, stretch: Stretch, pay?: Pay): Promise<ProblemCard[]> {
  const { limit, offset } = stretch;
  const keepAt = (place: number, end: Place) => ends.keep(keyOf(list, place), end);
  if (offset <= NEAR) return stretchOf(db, list.condition, list.sort, stretch);
  const left = await ends.recall(keyOf(list, offset));
  if (left === undefined) await pay?.();
  const cards = await (left === undefined
    ? countedFromStart(db, list, stretch, (before) => keepAt(offset, before))
    : stretchOf(db, list.condition, list.sort, { limit, offset: 0 }, left));
  const last = cards.at(-1);
  if (last !== undefined) keepAt(offset + cards.length, last);
  return cards;
}
