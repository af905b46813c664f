import { PAGE_SIZES } from '@solvent/contracts';
import type { BidStatus, MyBidsAnswer, ProblemBidsAnswer } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';
import { pagedQuery, pick } from '@solvent/kit';

export const BIDS_KEY = ['bids'] as const;

export const problemBidsKey = (problemId: string) => [...BIDS_KEY, 'problem', problemId] as const;

/** `GET /bids?problemId=`: those that the viewer may see. */
export const problemBidsOptions = (problemId: string) =>
  queryOptions({
    queryKey: problemBidsKey(problemId),
    queryFn: async ({ signal }): Promise<ProblemBidsAnswer> => {
      const { data } = await http.get<Partial<ProblemBidsAnswer>>('/bids', { params: { problemId }, signal });
      const bids = pick(data, 'bids');
      return { bids, count: data.count ?? bids.length };
    },
  });

/** `GET /bids`: the own bids, newest first, page by page. @param status undefined for all */
export const myBidsOptions = (status: BidStatus | undefined) =>
  pagedQuery<MyBidsAnswer, Pick<MyBidsAnswer, 'bids' | 'counts' | 'sums' | 'totalPages'>>({
    queryKey: [...BIDS_KEY, 'mine', status ?? 'all'],
    path: '/bids',
    params: status ? { status } : {},
    limit: PAGE_SIZES.myBids,
    read: (body) => ({
      bids: pick(body, 'bids'),
      counts: pick(body, 'counts'),
      sums: pick(body, 'sums'),
      totalPages: body.totalPages ?? 1,
    }),
  });
