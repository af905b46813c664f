import type { ProblemSort } from '@solvent/contracts';
import { useLocation, useNavigate } from '@solvent/router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { INITIAL_FILTERS, readFilters, writeFilters } from './filters.ts';
import type { ProblemFilters } from './filters.ts';

/** Filters that change in many small steps: these share one entry of the browser's history. */
const CONTINUOUS_FILTERS = new Set(['search', 'price']);

/** What Reset sets: the opening state, and no category, status and order. */
const RESET_FILTERS: ProblemFilters = {
  ...INITIAL_FILTERS,
  category: undefined,
  status: undefined,
  sort: undefined,
};

export type ChangeFilters = (patch: Partial<ProblemFilters>) => void;

/** The filters of this address, and changes to them: each is a new address, at the top of the page, at page 1 (product 2.17). */
export function useFilters() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search]);
  // Addresses are shown in transitions: what is changed meanwhile is added to the one on its way, not to the one in sight.
  const pending = useRef({ search, changed: '' });
  useEffect(() => {
    if (pending.current.search !== search) pending.current = { search, changed: '' };
  }, [search]);

  const change = useCallback<ChangeFilters>(
    (patch) => {
      const now = readFilters(new URLSearchParams(pending.current.search));
      const to = writeFilters({ ...now, ...patch });
      const changed = Object.keys(patch).join();
      const isSameFilter = CONTINUOUS_FILTERS.has(changed) && pending.current.changed === changed;
      pending.current = { search: to, changed };
      if (to !== writeFilters(now)) void navigate({ search: to }, { replace: isSameFilter });
      window.scrollTo({ top: 0 });
    },
    [navigate],
  );
  const reset = useCallback(() => change(RESET_FILTERS), [change]);
  return { filters, change, reset };
}

/** The order of a list as a person sees it: a search has one more. */
type SortOption = ProblemSort | 'best';

const SORTS: { value: SortOption; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'budget', label: 'Highest budget' },
  { value: 'lowest-budget', label: 'Lowest budget' },
  { value: 'bids', label: 'Most bids' },
  { value: 'fewest-bids', label: 'Fewest bids' },
];
const SEARCH_SORTS = [{ value: 'best' as const, label: 'Best match' }, ...SORTS];

/** The orders to choose from, and the one that the list has: its first where nobody chose. */
export function getSortOptions({ search, sort }: ProblemFilters): { options: typeof SORTS; value: SortOption } {
  return search ? { options: SEARCH_SORTS, value: sort ?? 'best' } : { options: SORTS, value: sort ?? 'newest' };
}

/** What choosing an order sets; the one that the list has by itself is no choice. */
export function toSortFilter({ search }: ProblemFilters, value: SortOption): Pick<ProblemFilters, 'sort'> {
  return { sort: value === 'best' || (value === 'newest' && !search) ? undefined : value };
}
