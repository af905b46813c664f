/** Numbers of rows. */
export interface Amounts {
  people: number;
  problems: number;
  conversations: number;
  /** At least this many, in conversations of very different lengths. */
  messages: number;
  notifications: number;
  modules: number;
}

const FULL_SIZE: Amounts = {
  people: 200_000,
  problems: 1_000_000,
  conversations: 300_000,
  messages: 10_000_000,
  notifications: 2_000_000,
  modules: 100_000,
};

/** The number of problems is a multiple of this, because whole sets of originals are copied. */
const PROBLEMS_PER_SET = 1000;

/** @param factor 1 for the full size, 0.1 for trials */
export function getAmounts(factor: number): Amounts {
  const amounts = Object.fromEntries(Object.entries(FULL_SIZE).map(([name, count]) => [name, Math.round(count * factor)]));
  return {
    ...FULL_SIZE,
    ...amounts,
    problems: Math.max(2, Math.round((FULL_SIZE.problems * factor) / PROBLEMS_PER_SET)) * PROBLEMS_PER_SET,
  };
}
