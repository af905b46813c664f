/** How many of each there are. */
export interface Amounts {
  people: number;
  problems: number;
  conversations: number;
  /** So many at least, in conversations of very different length. */
  messages: number;
  notifications: number;
  modules: number;
}

const WHOLE: Amounts = {
  people: 200_000,
  problems: 1_000_000,
  conversations: 300_000,
  messages: 10_000_000,
  notifications: 2_000_000,
  modules: 100_000,
};

/** Problems come in thousands. */
const THOUSAND = 1000;

/** A part of the whole: a tenth for trials. */
export function getAmounts(factor: number): Amounts {
  const amounts = Object.fromEntries(Object.entries(WHOLE).map(([name, count]) => [name, Math.round(count * factor)]));
  return { ...WHOLE, ...amounts, problems: Math.max(2, Math.round((WHOLE.problems * factor) / THOUSAND)) * THOUSAND };
}
