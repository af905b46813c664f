import type { BidAnswer, ChangeBidBody } from '@solvent/contracts';
import { http } from '@solvent/http';
import { bidOf, useBidChange } from './use-bid-change.ts';

async function changeBid({ id, body }: { id: string; body: ChangeBidBody }) {
  return bidOf((await http.put<Partial<BidAnswer>>(`/bids/${id}`, body)).data);
}

/** `PUT /bids/{id}`. */
export const useChangeBid = () => useBidChange({ send: changeBid, said: 'Bid updated', failed: 'Failed to save the bid' });
