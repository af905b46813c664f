import type { Category, CategoryCount } from '@solvent/contracts';
import { http, queryOptions, useQuery } from '@solvent/http';

type Counts = Partial<Record<Category, number>>;

async function fetchCategoryCounts(signal: AbortSignal): Promise<Counts> {
  const { data } = await http.get<{ categories: CategoryCount[] }>('/problems/categories', { signal });
  return Object.fromEntries(data.categories.map(({ value, count }) => [value, count]));
}

/** `GET /problems/categories`: open problems by category. */
export const categoryCountsOptions = queryOptions({
  queryKey: ['problems', 'categories'],
  queryFn: ({ signal }) => fetchCategoryCounts(signal),
});

/** Open problems by category; empty until they are known, and when they cannot be had: a count is an extra. */
export function useCategoryCounts(): Counts {
  return useQuery(categoryCountsOptions).data ?? {};
}
