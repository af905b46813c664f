import { SAVED_SEARCHES, cutText } from '@solvent/contracts';
import { getActiveFilters } from './filter-chips.tsx';
import { FULL_PRICE, isSamePrice, writeFilters } from './filters.ts';
import type { ProblemFilters } from './filters.ts';
import { getSortOptions } from './use-filters.ts';

/** Identifies a search regardless of the order of its tags. */
export const getSearchKey = (filters: ProblemFilters): string => writeFilters({ ...filters, tags: filters.tags.toSorted() });

/** Describes a search by all that limits it, also the initial price range, and its sort order if one was chosen. */
export function describeSearch(filters: ProblemFilters): string {
  const { options, value } = getSortOptions(filters);
  const order = filters.sort ? options.filter((option) => option.value === value) : [];
  return (
    [...getActiveFilters(filters, !isSamePrice(filters.price, FULL_PRICE)), ...order].map(({ label }) => label).join(' · ') ||
    'All problems'
  );
}

export function getSearchName(filters: ProblemFilters): string {
  const description = describeSearch(filters);
  if (cutText(description, SAVED_SEARCHES.nameMax) === description) return description;
  return `${cutText(description, SAVED_SEARCHES.nameMax - 1)}…`;
}
