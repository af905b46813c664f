import { PAGE_SIZES } from '@solvent/contracts';
import type { BidStatus, MyBidsAnswer } from '@solvent/contracts';
import { http, infiniteQueryOptions } from '@solvent/http';

const MY_BIDS_KEY = ['bids', 'mine'] as const;

async function fetchMyBids(status: BidStatus | undefined, page: number, signal: AbortSignal): Promise<MyBidsAnswer> {
  const params = { ...(status ? { status } : {}), page, limit: PAGE_SIZES.notifications };
  const { data } = await http.get<MyBidsAnswer>('/bids', { params, signal });
  if (!Array.isArray(data.bids)) throw new Error('Invalid format: the answer has no array of bids.');
  return data;
}

/** `GET /bids`: the own bids, newest first, page by page. @param status undefined for all */
export const myBidsOptions = (status: BidStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...MY_BIDS_KEY, status ?? 'all'],
    queryFn: ({ pageParam, signal }) => fetchMyBids(status, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (page < last.totalPages ? page + 1 : undefined),
  });
