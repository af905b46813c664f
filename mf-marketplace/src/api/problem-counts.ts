import { BROWSE } from '@solvent/contracts';
import type { CategoriesQuery, Category, CategoryCount } from '@solvent/contracts';
import { http, keepPreviousData, queryClient, queryOptions, useQuery } from '@solvent/http';
import { PROBLEMS_KEY } from './problem-keys.ts';
import { problemListOptions } from './problems.ts';
import type { ListQuery } from './problems.ts';

type CategoryCounts = Partial<Record<Category, number>>;

/** `GET /problems/categories`: counts per category for the other filters of a list. */
export function categoryCountsOptions({ category: _chosen, sort: _order, ...params }: ListQuery) {
  return queryOptions({
    queryKey: [...PROBLEMS_KEY, 'categories', params satisfies CategoriesQuery],
    queryFn: async ({ signal }): Promise<CategoryCounts> => {
      const { data } = await http.get<{ categories: CategoryCount[] }>('/problems/categories', { params, signal });
      return Object.fromEntries(data.categories.map(({ value, count }) => [value, count]));
    },
  });
}

export const preloadProblemList = (query: ListQuery, pages = 1) =>
  Promise.all([
    queryClient.prefetchInfiniteQuery({ ...problemListOptions(query), pages }),
    queryClient.prefetchQuery(categoryCountsOptions(query)),
  ]);

/** Counts per category, empty until loaded. While filters change, the previous counts are returned with `isStale`. */
export function useCategoryCounts(query: ListQuery): { counts: CategoryCounts; isStale: boolean } {
  const { data = {}, isPlaceholderData } = useQuery({ ...categoryCountsOptions(query), placeholderData: keepPreviousData });
  return { counts: data, isStale: isPlaceholderData };
}

/** Returns the query for problems above the list's highest price; undefined if the list has no price limit. */
export function toHigherPriceQuery({ price_min: _lowest, price_max: highest, ...query }: ListQuery): ListQuery | undefined {
  return highest === undefined || highest >= BROWSE.priceMax ? undefined : { ...query, price_min: highest + 1 };
}

export function useHigherPriceCount(query: ListQuery): number {
  const higherPriceQuery = toHigherPriceQuery(query);
  const { data = {} } = useQuery({
    ...categoryCountsOptions(higherPriceQuery ?? query),
    enabled: higherPriceQuery !== undefined,
  });
  if (higherPriceQuery === undefined) return 0;
  const { category } = query;
  return category === undefined ? Object.values(data).reduce((sum, count) => sum + count, 0) : (data[category] ?? 0);
}
