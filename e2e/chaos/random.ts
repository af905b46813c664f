/** Chance that can be had again: the same seed gives the same numbers. */
export interface Random {
  /** From 0 up to, but not, 1. */
  next(): number;
  /** A whole number from 0 up to, but not, `limit`. */
  below(limit: number): number;
  /** From `from` up to `to`. */
  between(from: number, to: number): number;
  /** @throws Error where there is nothing to choose from */
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32: 32 bits of state are enough to choose moments and people. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (from, to) => from + next() * (to - from),
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('There is nothing to choose from');
      return item;
    },
  };
}
