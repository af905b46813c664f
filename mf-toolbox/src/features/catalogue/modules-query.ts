import { PAGE_SIZES } from '@solvent/contracts';
import type { ModulesAnswer } from '@solvent/contracts';
import { http, keepPreviousData, queryClient, queryOptions, useQuery } from '@solvent/http';
import { modulesQueryOf, parseFilters } from './catalogue-filters.ts';
import type { CatalogueFilters } from './catalogue-filters.ts';

/** `GET /modules`, one page of 12. */
const modulesQuery = (filters: CatalogueFilters) => {
  const params = { ...modulesQueryOf(filters), limit: PAGE_SIZES.modules };
  return queryOptions({
    queryKey: ['modules', 'list', params],
    queryFn: async ({ signal }) => (await http.get<ModulesAnswer>('/modules', { params, signal })).data,
  });
};

/** A page of the catalogue; the page before stays on screen while the next one comes. */
export const useModules = (filters: CatalogueFilters) =>
  useQuery({ ...modulesQuery(filters), placeholderData: keepPreviousData });

/** Fetches what the address asks for, for a person who is about to go there. */
export const preloadCatalogue = ({ search }: { search: URLSearchParams }) =>
  queryClient.prefetchQuery(modulesQuery(parseFilters(search)));
