import type { BidAnswer } from '@solvent/contracts';
import { http } from '@solvent/http';
import { bidOf, useBidChange } from './use-bid-change.ts';

async function withdrawBid(id: string) {
  return bidOf((await http.put<Partial<BidAnswer>>(`/bids/${id}/withdraw`, {})).data);
}

/** `PUT /bids/{id}/withdraw`. */
export const useWithdrawBid = () =>
  useBidChange({ send: withdrawBid, said: 'Bid withdrawn', failed: 'Failed to withdraw the bid' });
