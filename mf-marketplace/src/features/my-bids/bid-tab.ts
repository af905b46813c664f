import { BID_SORTS, BID_STATUSES, cutText, SEARCH_MAX } from '@solvent/contracts';
import type { BidSort, BidStatus } from '@solvent/contracts';
import { queryClient } from '@solvent/http';
import { myBidsOptions } from '../../api/bids.ts';

export type BidTab = BidStatus | 'all';

export const BID_TABS: readonly BidTab[] = ['all', ...BID_STATUSES];

export interface BidView {
  tab: BidTab;
  search: string;
  sort: BidSort;
}

/** Reads a URL; unknown values are the defaults. */
export const readView = (params: URLSearchParams): BidView => ({
  tab: BID_TABS.find((tab) => tab === params.get('status')) ?? 'all',
  search: cutText(params.get('q') ?? '', SEARCH_MAX).trim(),
  sort: BID_SORTS.find((sort) => sort === params.get('sort')) ?? 'accepted',
});

export function getViewPath({ tab, search, sort }: BidView): string {
  const params = new URLSearchParams({
    ...(tab === 'all' ? {} : { status: tab }),
    ...(search ? { q: search } : {}),
    ...(sort === 'accepted' ? {} : { sort }),
  });
  return params.size > 0 ? `/my-bids?${params}` : '/my-bids';
}

export const getListOptions = ({ tab, search, sort }: BidView) =>
  myBidsOptions({ status: tab === 'all' ? undefined : tab, search, sort });

export const preloadMyBids = (params: URLSearchParams) => queryClient.prefetchInfiniteQuery(getListOptions(readView(params)));
