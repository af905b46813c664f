import type {
  AcceptBidBody,
  Bid,
  BidAnswer,
  ChangeBidBody,
  ConfirmBidBody,
  PlaceBidBody,
  ProblemBidsAnswer,
  RejectBidBody,
} from '@solvent/contracts';
import { ApiError, http, useMutation, useQueryClient } from '@solvent/http';
import { pick } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { problemBidsKey, refetchChanged } from './bids.ts';
import { isOvertaken } from './overtaken.ts';

/** With what it is now; the facts about its solver, which the answer of a change does not have, stay. */
function withBid({ bids, count }: ProblemBidsAnswer, bid: Bid): ProblemBidsAnswer {
  const isKnown = bids.some(({ _id }) => _id === bid._id);
  return { count, bids: isKnown ? bids.map((one) => (one._id === bid._id ? { ...one, ...bid } : one)) : [bid, ...bids] };
}

const FIELDS = new Set(['amount', 'estimatedDays', 'message', 'attachments', 'reason']);

/** What the server said of these fields stands under them. */
const isUnderFields = (error: unknown): boolean =>
  error instanceof ApiError && Object.keys(error.errors).some((field) => FIELDS.has(field));

/**
 * A write that changes a bid: what the server answers is shown, and everything around it is asked for again.
 *
 * @param done what is told once it is done
 * @param failure what is told when the server says nothing itself
 */
function useBidChange<Input>(send: (input: Input) => Promise<{ data: Partial<BidAnswer> }>, done: string, failure: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => pick((await send(input)).data, 'bid'),
    onSuccess: (bid) => {
      queryClient.setQueryData<ProblemBidsAnswer>(problemBidsKey(bid.problemId), (known) => known && withBid(known, bid));
      toast.success(done);
      void refetchChanged(queryClient);
    },
    onError: (error) => {
      if (!isUnderFields(error)) toast.failure(error, failure);
      if (isOvertaken(error)) void refetchChanged(queryClient);
    },
  });
}

interface Placing {
  body: PlaceBidBody;
  /** Sent again, it makes no second bid. */
  idempotencyKey: string;
}

const placeBid = ({ body, idempotencyKey }: Placing) =>
  http.post('/bids', body, { headers: { 'Idempotency-Key': idempotencyKey } });
export const usePlaceBid = () => useBidChange(placeBid, 'Bid placed', 'Failed to place the bid');

const changeBid = ({ id, body }: { id: string; body: ChangeBidBody }) => http.put(`/bids/${id}`, body);
export const useChangeBid = () => useBidChange(changeBid, 'Bid updated', 'Failed to save the bid');

const confirmBid = ({ id, body }: { id: string; body: ConfirmBidBody }) => http.put(`/bids/${id}/confirm`, body);
export const useConfirmBid = () => useBidChange(confirmBid, 'Bid confirmed', 'Failed to confirm the bid');

const withdrawBid = (id: string) => http.put(`/bids/${id}/withdraw`, {});
export const useWithdrawBid = () => useBidChange(withdrawBid, 'Bid withdrawn', 'Failed to withdraw the bid');

/** With the terms that were read: others that it has by then are not agreed to. */
const acceptBid = ({ _id, amount, estimatedDays }: Bid) => {
  const body: AcceptBidBody = { amount, estimatedDays };
  return http.put(`/bids/${_id}/accept`, body);
};
export const useAcceptBid = () => useBidChange(acceptBid, 'Bid accepted', 'Failed to accept the bid');

const rejectBid = ({ id, body }: { id: string; body: RejectBidBody }) => http.put(`/bids/${id}/reject`, body);
export const useRejectBid = () => useBidChange(rejectBid, 'Bid rejected', 'Failed to reject the bid');
