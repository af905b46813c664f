import { budgetDifference } from './bid-status.tsx';

it.each([
  [200, 250, '$50 under the budget'],
  [250, 250, 'the whole budget'],
  [270, 250, '$20 above the budget'],
  [1, 10_000, '$9,999 under the budget'],
])('$%i of $%i is "%s" (product 5.8)', (amount, budget, text) => {
  expect(budgetDifference(amount, budget)).toBe(text);
});
