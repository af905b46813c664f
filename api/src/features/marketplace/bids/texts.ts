import { ACTOR_PLACEHOLDER as ACTOR, quoteTitle } from '../../notifications/index.ts';
import { formatDollars, toContent } from '../texts.ts';

/** Amounts are whole US dollars. */
export const BID_TEXTS = {
  new_bid: (amount: number, title: string) =>
    toContent('new_bid', 'New bid', `${ACTOR} bid ${formatDollars(amount)} on ${quoteTitle(title)}`),
  bid_accepted: (amount: number, title: string) =>
    toContent('bid_accepted', 'Bid accepted', `${ACTOR} accepted your bid of ${formatDollars(amount)} on ${quoteTitle(title)}`),
  bid_rejected: (_amount: number, title: string) =>
    toContent('bid_rejected', 'Bid not chosen', `${ACTOR} chose another bid on ${quoteTitle(title)}`),
  /** Rejected individually, while other bids are still pending. */
  bid_declined: (amount: number, title: string) =>
    toContent('bid_rejected', 'Bid not chosen', `${ACTOR} declined your bid of ${formatDollars(amount)} on ${quoteTitle(title)}`),
};
