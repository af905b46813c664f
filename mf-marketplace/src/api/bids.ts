import { PAGE_SIZES } from '@solvent/contracts';
import type { BidSort, BidStatus, ComparisonResponse, MyBidsResponse, ProblemBidsResponse } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { pagedQuery, requireField } from '@solvent/kit';
import { PROBLEMS_KEY } from './problem-keys.ts';

export const BIDS_KEY = ['bids'] as const;

/** Changes of a bid or an agreement also change counts, status and permissions of the problem. */
export const invalidateProblemsAndBids = (queryClient: QueryClient) =>
  Promise.all([PROBLEMS_KEY, BIDS_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

export const problemBidsKey = (problemId: string) => [...BIDS_KEY, 'problem', problemId] as const;

export const problemBidsOptions = (problemId: string) =>
  queryOptions({
    queryKey: problemBidsKey(problemId),
    queryFn: async ({ signal }): Promise<ProblemBidsResponse> => {
      const { data } = await http.get<Partial<ProblemBidsResponse>>('/bids', { params: { problemId }, signal });
      const bids = requireField(data, 'bids');
      return { bids, count: data.count ?? bids.length };
    },
  });

/** `GET /bids/{id}/comparison`: the problem when the bid was placed or confirmed, and now. */
export const comparisonOptions = (bidId: string) =>
  queryOptions({
    queryKey: [...BIDS_KEY, 'comparison', bidId],
    queryFn: async ({ signal }) =>
      (await http.get<ComparisonResponse>(`/bids/${encodeURIComponent(bidId)}/comparison`, { signal })).data,
  });

export interface MyBidsFilter {
  status?: BidStatus | undefined;
  search?: string | undefined;
  sort: BidSort;
}

export const myBidsOptions = ({ status, search, sort }: MyBidsFilter) =>
  pagedQuery<MyBidsResponse, Pick<MyBidsResponse, 'bids' | 'counts' | 'sums' | 'totalPages'>>({
    queryKey: [...BIDS_KEY, 'mine', status ?? 'all', search ?? '', sort],
    path: '/bids',
    params: { ...(status ? { status } : {}), ...(search ? { search } : {}), sort },
    limit: PAGE_SIZES.myBids,
    read: (body) => ({
      bids: requireField(body, 'bids'),
      counts: requireField(body, 'counts'),
      sums: requireField(body, 'sums'),
      totalPages: body.totalPages ?? 1,
    }),
  });
