import type { BidAnswer, PlaceBidBody } from '@solvent/contracts';
import { http } from '@solvent/http';
import { bidOf, useBidChange } from './use-bid-change.ts';

interface Placing {
  body: PlaceBidBody;
  /** Sent again, it makes no second bid. */
  idempotencyKey: string;
}

async function placeBid({ body, idempotencyKey }: Placing) {
  const { data } = await http.post<Partial<BidAnswer>>('/bids', body, { headers: { 'Idempotency-Key': idempotencyKey } });
  return bidOf(data);
}

/** `POST /bids`. */
export const usePlaceBid = () => useBidChange({ send: placeBid, said: 'Bid placed', failed: 'Failed to place the bid' });
