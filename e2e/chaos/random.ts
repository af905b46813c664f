/** Random numbers that depend on the seed alone. */
export interface Random {
  next(): number;
  /** Integer of at least 0, less than `limit`. */
  integerBelow(limit: number): number;
  between(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integerBelow = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    integerBelow,
    between: (from, to) => from + next() * (to - from),
    pick(items) {
      const item = items[integerBelow(items.length)];
      if (item === undefined) throw new Error('There are no items to pick from');
      return item;
    },
  };
}
