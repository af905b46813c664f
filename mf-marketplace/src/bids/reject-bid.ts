import type { BidAnswer, RejectBidBody } from '@solvent/contracts';
import { http } from '@solvent/http';
import { bidOf, useBidChange } from './use-bid-change.ts';

async function rejectBid({ id, body }: { id: string; body: RejectBidBody }) {
  return bidOf((await http.put<Partial<BidAnswer>>(`/bids/${id}/reject`, body)).data);
}

/** `PUT /bids/{id}/reject`. */
export const useRejectBid = () => useBidChange({ send: rejectBid, said: 'Bid rejected', failed: 'Failed to reject the bid' });
