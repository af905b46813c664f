import type { Bid, BidFacts, BidStatus } from '@solvent/contracts';

/** A bid as its problem's poster sees it. Older servers send no `facts`. */
export type BidWithFacts = Bid & { facts?: BidFacts };

export const BID_ORDERS = [
  { value: 'newest', label: 'Newest' },
  { value: 'price', label: 'Lowest price' },
  { value: 'days', label: 'Fewest days' },
  { value: 'rating', label: 'Best rated' },
] as const;
export type BidOrder = (typeof BID_ORDERS)[number]['value'];

const COMPARATORS: Record<BidOrder, (one: BidWithFacts, other: BidWithFacts) => number> = {
  newest: (one, other) => other.createdAt.localeCompare(one.createdAt),
  price: (one, other) => one.amount - other.amount || one.estimatedDays - other.estimatedDays,
  days: (one, other) => one.estimatedDays - other.estimatedDays || one.amount - other.amount,
  rating: ({ solver: one }, { solver: other }) => (other.rating ?? 0) - (one.rating ?? 0) || other.ratingCount - one.ratingCount,
};

const STATUS_RANK: Record<BidStatus, number> = { accepted: 0, pending: 1, rejected: 2, withdrawn: 2 };

/** Sorts bids: the accepted one first, rejected and withdrawn ones last. */
export const sortBids = (bids: readonly BidWithFacts[], order: BidOrder): BidWithFacts[] =>
  bids.toSorted((one, other) => STATUS_RANK[one.status] - STATUS_RANK[other.status] || COMPARATORS[order](one, other));
