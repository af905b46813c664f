import { BID_STATUSES } from '@solvent/contracts';
import type { BidStatus } from '@solvent/contracts';

export type BidTab = BidStatus | 'all';

export const BID_TABS: readonly BidTab[] = ['all', ...BID_STATUSES];

/** The tab of an address; one that does not exist is the first. */
export const readTab = (params: URLSearchParams): BidTab => BID_TABS.find((tab) => tab === params.get('status')) ?? 'all';

export const tabAddress = (tab: BidTab): string => (tab === 'all' ? '/my-bids' : `/my-bids?status=${tab}`);

export const statusOf = (tab: BidTab): BidStatus | undefined => (tab === 'all' ? undefined : tab);
