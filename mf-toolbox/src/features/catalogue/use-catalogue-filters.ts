import { useSearchParams } from '@solvent/router';
import { useCallback, useMemo } from 'react';
import { toSearchParams, parseFilters } from '../../api/modules.ts';
import type { CatalogueFilters } from '../../api/modules.ts';

/** Filters in the URL; a change returns to the first page. */
export function useCatalogueFilters() {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => parseFilters(params), [params]);
  const change = useCallback(
    (changes: Partial<CatalogueFilters>, options: { replace?: boolean } = {}) =>
      setParams((current) => toSearchParams({ ...parseFilters(current), page: 1, ...changes }), {
        preventScrollReset: true,
        ...options,
      }),
    [setParams],
  );
  return { filters, change };
}
