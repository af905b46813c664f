import type { ProblemSort } from '@solvent/contracts';
import { useLocation, useNavigate } from '@solvent/router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { INITIAL_FILTERS, readFilters, writeFilters } from './filters.ts';
import type { ProblemFilters } from './filters.ts';

/** Filters that change in many small steps share one history entry. */
const CONTINUOUS_FILTERS = new Set(['search', 'price']);

const RESET_FILTERS: ProblemFilters = {
  ...INITIAL_FILTERS,
  category: undefined,
  status: undefined,
  dueWithin: undefined,
  sort: undefined,
};

export type ChangeFilters = (patch: Partial<ProblemFilters>) => void;

/** The filters of the URL. A change navigates, scrolls to the top and restarts at page 1 (product 2.17). */
export function useFilters() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search]);
  // Navigation is a transition: further changes apply to the pending URL, not to the rendered one.
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

type SortOption = ProblemSort | 'best';

const SORTS: { value: SortOption; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'budget', label: 'Highest budget' },
  { value: 'lowest-budget', label: 'Lowest budget' },
  { value: 'bids', label: 'Most bids' },
  { value: 'fewest-bids', label: 'Fewest bids' },
];
const SEARCH_SORTS = [{ value: 'best' as const, label: 'Best match' }, ...SORTS];

export function getSortOptions({ search, sort }: ProblemFilters): { options: typeof SORTS; value: SortOption } {
  return search ? { options: SEARCH_SORTS, value: sort ?? 'best' } : { options: SORTS, value: sort ?? 'newest' };
}

/** Returns the sort filter for an option; undefined for the default order. */
export function toSortFilter({ search }: ProblemFilters, value: SortOption): Pick<ProblemFilters, 'sort'> {
  return { sort: value === 'best' || (value === 'newest' && !search) ? undefined : value };
}
