import type { ProblemSort } from '@solvent/contracts';
import type { ProblemFilters } from './filters.ts';

/** The order of a list as a person sees it: a search has one more. */
type SeenSort = ProblemSort | 'best';

const SORTS: { value: SeenSort; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'budget', label: 'Highest budget' },
  { value: 'bids', label: 'Most bids' },
];
const SEARCH_SORTS = [{ value: 'best' as const, label: 'Best match' }, ...SORTS];

/** The orders to choose from, and the one that the list has: its first where nobody chose. */
export function sortsOf({ search, sort }: ProblemFilters): { options: typeof SORTS; value: SeenSort } {
  return search ? { options: SEARCH_SORTS, value: sort ?? 'best' } : { options: SORTS, value: sort ?? 'newest' };
}

/** What choosing an order sets; the one that the list has by itself is no choice. */
export function chosenSort({ search }: ProblemFilters, value: SeenSort): Pick<ProblemFilters, 'sort'> {
  return { sort: value === 'best' || (value === 'newest' && !search) ? undefined : value };
}
