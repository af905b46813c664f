import { BROWSE } from '@solvent/contracts';
import type { CategoriesQuery, Category, CategoryCount } from '@solvent/contracts';
import { http, keepPreviousData, queryClient, queryOptions, useQuery } from '@solvent/http';
import { PROBLEMS_KEY } from './problem-keys.ts';
import { problemListOptions } from './problems.ts';
import type { ListQuery } from './problems.ts';

type CategoryCounts = Partial<Record<Category, number>>;

/** `GET /problems/categories`: how many problems this list has of each category, whichever is chosen now. */
export function categoryCountsOptions({ category: _chosen, sort: _order, ...params }: ListQuery) {
  return queryOptions({
    queryKey: [...PROBLEMS_KEY, 'categories', params satisfies CategoriesQuery],
    queryFn: async ({ signal }): Promise<CategoryCounts> => {
      const { data } = await http.get<{ categories: CategoryCount[] }>('/problems/categories', { params, signal });
      return Object.fromEntries(data.categories.map(({ value, count }) => [value, count]));
    },
  });
}

/** Prefetches a list and its number of problems by category. */
export const preloadProblemList = (query: ListQuery) =>
  Promise.all([
    queryClient.prefetchInfiniteQuery(problemListOptions(query)),
    queryClient.prefetchQuery(categoryCountsOptions(query)),
  ]);

/**
 * What a click on each category shows, with the other filters of a list; none until they are known, and when they could not be
 * loaded: a count is an extra. Those of the filters before are `isOld`: good for the room that they take.
 */
export function useCategoryCounts(query: ListQuery): { counts: CategoryCounts; isStale: boolean } {
  const { data = {}, isPlaceholderData } = useQuery({ ...categoryCountsOptions(query), placeholderData: keepPreviousData });
  return { counts: data, isStale: isPlaceholderData };
}

/** The same list of dearer problems alone; undefined where it has all prices. */
export function toHigherPriceQuery({ price_min: _lowest, price_max: highest, ...query }: ListQuery): ListQuery | undefined {
  return highest === undefined || highest >= BROWSE.priceMax ? undefined : { ...query, price_min: highest + 1 };
}

/** How many more problems a list would have without its highest price; 0 until that is known. */
export function useHigherPriceCount(query: ListQuery): number {
  const higherPriceQuery = toHigherPriceQuery(query);
  const { data = {} } = useQuery({
    ...categoryCountsOptions(higherPriceQuery ?? query),
    enabled: higherPriceQuery !== undefined,
  });
  if (higherPriceQuery === undefined) return 0;
  const { category } = query;
  return category === undefined ? Object.values(data).reduce((sum, one) => sum + one, 0) : (data[category] ?? 0);
}
