import { ACTOR } from '../notifications/actor.ts';

/** Titles and messages of the notifications about bids; amounts in whole US dollars. */
export const BID_WORDS = {
  new_bid: {
    title: 'New bid',
    says: (amount: number, title: string) => `${ACTOR} bid $${amount} on "${title}"`,
  },
  bid_accepted: {
    title: 'Bid accepted',
    says: (amount: number, title: string) => `${ACTOR} accepted your bid of $${amount} on "${title}"`,
  },
  bid_rejected: {
    title: 'Bid not chosen',
    says: (_amount: number, title: string) => `${ACTOR} chose another bid on "${title}"`,
  },
  /** Of type `bid_rejected`: by itself, while others still wait. */
  bid_declined: {
    title: 'Bid not chosen',
    says: (amount: number, title: string) => `${ACTOR} declined your bid of $${amount} on "${title}"`,
  },
} as const;
