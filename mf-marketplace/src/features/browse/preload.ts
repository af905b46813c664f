import { queryClient } from '@solvent/http';
import { categoryCountsOptions, dearerQuery, preloadProblemList } from '../../api/problem-counts.ts';
import { readFilters, toQuery } from './filters.ts';

/** Fetches what an address of /problems shows. */
export function preloadProblems(search: URLSearchParams) {
  const query = toQuery(readFilters(search));
  return Promise.all([preloadProblemList(query), queryClient.prefetchQuery(categoryCountsOptions(dearerQuery(query) ?? query))]);
}
