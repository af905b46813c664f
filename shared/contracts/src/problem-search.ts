import { BROWSE } from './limits.ts';
import type { ProblemSearch } from './schemas/saved-searches.ts';

/** Returns the query string of the page `/problems`, such as `?q=socket&tags=React,AWS&price=0-2500`; empty for the initial filters. */
export function writeProblemSearch({ search, tags, category, status, due_within, sort, ...given }: ProblemSearch): string {
  const price = [given.price_min ?? BROWSE.priceMin, given.price_max ?? BROWSE.priceMax]
    .map((dollars) => Math.min(dollars, BROWSE.priceMax))
    .join('-');
  const params = new URLSearchParams();
  if (search) params.set('q', search);
  if (tags) params.set('tags', tags);
  if (price !== BROWSE.initialPrice.join('-')) params.set('price', price);
  if (category) params.set('category', category);
  if (status) params.set('status', status);
  if (due_within) params.set('due', String(due_within));
  if (sort) params.set('sort', sort);
  const text = params.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}
