import { ACTOR_PLACEHOLDER, quoteTitle } from '../../notifications/service.ts';
import { formatDollars } from '../texts.ts';
import type { NotificationContent } from '../texts.ts';

/** Titles and messages of the notifications about bids; amounts in whole US dollars. */
export const BID_TEXTS = {
  new_bid: (amount: number, title: string): NotificationContent => ({
    type: 'new_bid',
    title: 'New bid',
    message: `${ACTOR_PLACEHOLDER} bid ${formatDollars(amount)} on ${quoteTitle(title)}`,
  }),
  bid_accepted: (amount: number, title: string): NotificationContent => ({
    type: 'bid_accepted',
    title: 'Bid accepted',
    message: `${ACTOR_PLACEHOLDER} accepted your bid of ${formatDollars(amount)} on ${quoteTitle(title)}`,
  }),
  bid_rejected: (_amount: number, title: string): NotificationContent => ({
    type: 'bid_rejected',
    title: 'Bid not chosen',
    message: `${ACTOR_PLACEHOLDER} chose another bid on ${quoteTitle(title)}`,
  }),
  /** By itself, while others still wait. */
  bid_declined: (amount: number, title: string): NotificationContent => ({
    type: 'bid_rejected',
    title: 'Bid not chosen',
    message: `${ACTOR_PLACEHOLDER} declined your bid of ${formatDollars(amount)} on ${quoteTitle(title)}`,
  }),
};
