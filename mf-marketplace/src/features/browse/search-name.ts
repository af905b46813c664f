import { SAVED_SEARCHES, cutText } from '@solvent/contracts';
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
  if (cutText(description, SAVED_SEARCHES.nameMax) === description) return description;
  return `${cutText(description, SAVED_SEARCHES.nameMax - 1)}…`;
}
