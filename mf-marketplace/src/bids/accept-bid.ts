import type { BidAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';
import { bidOf, useBidChange } from './use-bid-change.ts';

async function acceptBid(id: string) {
  return bidOf((await http.put<Partial<BidAnswer>>(`/bids/${id}/accept`, {})).data);
}

/** `PUT /bids/{id}/accept`. */
export const useAcceptBid = () => useBidChange({ send: acceptBid, said: 'Bid accepted', failed: 'Failed to accept the bid' });
