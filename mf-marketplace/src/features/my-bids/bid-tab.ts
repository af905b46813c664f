import { BID_STATUSES } from '@solvent/contracts';
import type { BidStatus } from '@solvent/contracts';
import { queryClient } from '@solvent/http';
import { myBidsOptions } from '../../api/bids.ts';

export type BidTab = BidStatus | 'all';

export const BID_TABS: readonly BidTab[] = ['all', ...BID_STATUSES];

/** Returns the tab of a URL; All if it is unknown. */
export const readTab = (params: URLSearchParams): BidTab => BID_TABS.find((tab) => tab === params.get('status')) ?? 'all';

export const getTabPath = (tab: BidTab): string => (tab === 'all' ? '/my-bids' : `/my-bids?status=${tab}`);

export const toStatus = (tab: BidTab): BidStatus | undefined => (tab === 'all' ? undefined : tab);

export const preloadMyBids = (search: URLSearchParams) =>
  queryClient.prefetchInfiniteQuery(myBidsOptions(toStatus(readTab(search))));
