import { ACTOR, quoted } from '../../notifications/service.ts';
import { dollars } from '../words.ts';
import type { Words } from '../words.ts';

/** Titles and messages of the notifications about bids; amounts in whole US dollars. */
export const BID_WORDS = {
  new_bid: (amount: number, title: string): Words => ({
    type: 'new_bid',
    title: 'New bid',
    message: `${ACTOR} bid ${dollars(amount)} on ${quoted(title)}`,
  }),
  bid_accepted: (amount: number, title: string): Words => ({
    type: 'bid_accepted',
    title: 'Bid accepted',
    message: `${ACTOR} accepted your bid of ${dollars(amount)} on ${quoted(title)}`,
  }),
  bid_rejected: (_amount: number, title: string): Words => ({
    type: 'bid_rejected',
    title: 'Bid not chosen',
    message: `${ACTOR} chose another bid on ${quoted(title)}`,
  }),
  /** By itself, while others still wait. */
  bid_declined: (amount: number, title: string): Words => ({
    type: 'bid_rejected',
    title: 'Bid not chosen',
    message: `${ACTOR} declined your bid of ${dollars(amount)} on ${quoted(title)}`,
  }),
};
