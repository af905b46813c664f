import { SAVED_SEARCHES } from '@solvent/contracts';
import { getActiveFilters } from './filter-chips.tsx';
import type { ProblemFilters } from './filters.ts';
import { getSortOptions } from './use-filters.ts';

/** Describes a search by its filters, and its sort order if one was chosen. */
export function describeSearch(filters: ProblemFilters): string {
  const { options, value } = getSortOptions(filters);
  const order = filters.sort ? options.filter((option) => option.value === value) : [];
  return [...getActiveFilters(filters), ...order].map(({ label }) => label).join(' · ') || 'All problems';
}

export function getSearchName(filters: ProblemFilters): string {
  const description = describeSearch(filters);
  if (description.length <= SAVED_SEARCHES.nameMax) return description;
  // Never splits a surrogate pair.
  return `${description.slice(0, SAVED_SEARCHES.nameMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
