export const BID_STATUSES = ['pending', 'accepted', 'rejected', 'withdrawn'] as const;
export type BidStatus = (typeof BID_STATUSES)[number];

/** Orders of own bids. `accepted`: those of problems in progress, other accepted ones, then the rest, each newest first. */
export const BID_SORTS = ['accepted', 'newest', 'amount'] as const;
export type BidSort = (typeof BID_SORTS)[number];
