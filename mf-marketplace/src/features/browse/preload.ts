import { queryClient } from '@solvent/http';
import { categoryCountsOptions, toHigherPriceQuery, preloadProblemList } from '../../api/problem-counts.ts';
import { readPage } from './feed-pages.ts';
import { readFilters, toQuery } from './filters.ts';

export function preloadProblems(search: URLSearchParams) {
  const query = toQuery(readFilters(search));
  return Promise.all([
    preloadProblemList(query, readPage(search)),
    queryClient.prefetchQuery(categoryCountsOptions(toHigherPriceQuery(query) ?? query)),
  ]);
}
