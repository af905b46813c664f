import type { ProblemSort } from '@solvent/contracts';
import { useLocation, useNavigate } from '@solvent/router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { OPENING_FILTERS, readFilters, writeFilters } from './filters.ts';
import type { ProblemFilters } from './filters.ts';

/** Filters that change in many small steps: these share one entry of the browser's history. */
const STEPPED = new Set(['search', 'price']);

/** What Reset sets: the opening state, and no category, status and order. */
const OPENING_FILTERS_AND_CHOICES: ProblemFilters = {
  ...OPENING_FILTERS,
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
  const asked = useRef({ search, by: '' });
  useEffect(() => {
    if (asked.current.search !== search) asked.current = { search, by: '' };
  }, [search]);

  const change = useCallback<ChangeFilters>(
    (patch) => {
      const now = readFilters(new URLSearchParams(asked.current.search));
      const to = writeFilters({ ...now, ...patch });
      const by = Object.keys(patch).join();
      const continues = STEPPED.has(by) && asked.current.by === by;
      asked.current = { search: to, by };
      if (to !== writeFilters(now)) void navigate({ search: to }, { replace: continues });
      window.scrollTo({ top: 0 });
    },
    [navigate],
  );
  const reset = useCallback(() => change(OPENING_FILTERS_AND_CHOICES), [change]);
  return { filters, change, reset };
}

/** The order of a list as a person sees it: a search has one more. */
type SeenSort = ProblemSort | 'best';

const SORTS: { value: SeenSort; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'budget', label: 'Highest budget' },
  { value: 'lowest-budget', label: 'Lowest budget' },
  { value: 'bids', label: 'Most bids' },
  { value: 'fewest-bids', label: 'Fewest bids' },
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
