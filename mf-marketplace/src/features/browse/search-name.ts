import { SAVED_SEARCHES } from '@solvent/contracts';
import { activeFilters } from './filter-chips.tsx';
import type { ProblemFilters } from './filters.ts';
import { sortsOf } from './use-filters.ts';

/** What a search asks for, in words: what narrows the list, and its order where somebody chose one. */
export function searchWords(filters: ProblemFilters): string {
  const { options, value } = sortsOf(filters);
  const order = filters.sort ? options.filter((option) => option.value === value) : [];
  return [...activeFilters(filters), ...order].map(({ label }) => label).join(' · ') || 'All problems';
}

/** The same as a name, which has an end. */
export function searchName(filters: ProblemFilters): string {
  const words = searchWords(filters);
  if (words.length <= SAVED_SEARCHES.nameMax) return words;
  // Not within a pair that is one character.
  return `${words.slice(0, SAVED_SEARCHES.nameMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
