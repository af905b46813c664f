import { http, useInfiniteQuery, useQuery } from '@solvent/http';
import { problemListOptions } from '../../problem/problem-list.ts';
import type { ListQuery } from '../../problem/problem-list.ts';

/**
 * `HEAD /problems` for the next page, so that the server has it ready (spec 7). Nobody looks at what comes back.
 *
 * @param page the page to come; undefined when there is none
 */
function useNextPageWarmUp(query: ListQuery, page: number | undefined): void {
  useQuery({
    queryKey: ['problems', 'warm-up', query, page],
    queryFn: async ({ signal }) => {
      await http.head('/problems', { params: { ...query, page }, signal });
      return true;
    },
    enabled: page !== undefined,
    retry: false,
    retryOnMount: false,
    staleTime: Infinity,
  });
}

/** The list for a query, page by page; a change of the query aborts what is under way (spec 4). */
export function useProblemFeed(query: ListQuery) {
  const feed = useInfiniteQuery(problemListOptions(query));
  const pageCount = feed.data?.pages.length ?? 0;
  useNextPageWarmUp(query, feed.hasNextPage ? pageCount + 1 : undefined);
  return feed;
}
