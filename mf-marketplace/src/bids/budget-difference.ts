import { dollars } from '../problem/money.ts';

/** "$50 under the budget", "the whole budget", "$20 above the budget" (interface "Bid"). Whole US dollars. */
export function budgetDifference(amount: number, budget: number): string {
  if (amount === budget) return 'the whole budget';
  return amount < budget ? `${dollars(budget - amount)} under the budget` : `${dollars(amount - budget)} above the budget`;
}
