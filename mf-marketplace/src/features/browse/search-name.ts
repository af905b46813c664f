import { SAVED_SEARCHES } from '@solvent/contracts';
import { getActiveFilters } from './filter-chips.tsx';
import type { ProblemFilters } from './filters.ts';
import { getSortOptions } from './use-filters.ts';

/** What a search asks for, in words: what narrows the list, and its order where somebody chose one. */
export function describeSearch(filters: ProblemFilters): string {
  const { options, value } = getSortOptions(filters);
  const order = filters.sort ? options.filter((option) => option.value === value) : [];
  return [...getActiveFilters(filters), ...order].map(({ label }) => label).join(' · ') || 'All problems';
}

/** The same as a name, which has an end. */
export function getSearchName(filters: ProblemFilters): string {
  const description = describeSearch(filters);
  if (description.length <= SAVED_SEARCHES.nameMax) return description;
  // Not within a pair that is one character.
  return `${description.slice(0, SAVED_SEARCHES.nameMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
