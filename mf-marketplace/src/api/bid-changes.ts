import type {
  AcceptBidBody,
  Bid,
  ChangeBidBody,
  ConfirmBidBody,
  PlaceBidBody,
  ProblemBidsResponse,
  RejectBidBody,
} from '@solvent/contracts';
import { http, useQueryClient } from '@solvent/http';
import { useOptimisticMutation } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { invalidateProblemsAndBids, problemBidsKey } from './bids.ts';
import { isStaleWrite } from './stale-write.ts';
import { useBidChange } from './bid-change.ts';

interface PlaceBidInput {
  body: PlaceBidBody;
  idempotencyKey: string;
}

const placeBid = ({ body, idempotencyKey }: PlaceBidInput) =>
  http.post('/bids', body, { headers: { 'Idempotency-Key': idempotencyKey } });
export const usePlaceBid = () => useBidChange(placeBid, 'Bid placed', 'Failed to place the bid');

const changeBid = ({ id, body }: { id: string; body: ChangeBidBody }) => http.put(`/bids/${id}`, body);
export const useChangeBid = () => useBidChange(changeBid, 'Bid updated', 'Failed to save the bid');

const confirmBid = ({ id, body }: { id: string; body: ConfirmBidBody }) => http.put(`/bids/${id}/confirm`, body);
export const useConfirmBid = () => useBidChange(confirmBid, 'Bid confirmed', 'Failed to confirm the bid');

/** Sends the terms that the poster has read: the server rejects a bid that has changed since (product 4.11). */
const acceptBid = ({ _id, amount, estimatedDays }: Bid) => {
  const body: AcceptBidBody = { amount, estimatedDays };
  return http.put(`/bids/${_id}/accept`, body);
};
export const useAcceptBid = () => useBidChange(acceptBid, 'Bid accepted', 'Failed to accept the bid');

const rejectBid = ({ id, body }: { id: string; body: RejectBidBody }) => http.put(`/bids/${id}/reject`, body);
export const useRejectBid = () => useBidChange(rejectBid, 'Bid rejected', 'Failed to reject the bid');

/** `PUT /bids/{id}/shortlist`, optimistic. */
export function useShortlist({ _id, problemId }: Bid) {
  const queryClient = useQueryClient();
  return useOptimisticMutation({
    mutationKey: ['shortlist', _id],
    mutationFn: (shortlisted: boolean) => http.put(`/bids/${_id}/shortlist`, { shortlisted }),
    updates: [
      {
        queryKey: problemBidsKey(problemId),
        exact: true,
        update: ({ bids, count }: ProblemBidsResponse, shortlisted: boolean) => ({
          count,
          bids: bids.map((bid) => (bid._id === _id && bid.facts ? { ...bid, facts: { ...bid.facts, shortlisted } } : bid)),
        }),
      },
    ],
    onError: (error) => toast.failure(error, 'The shortlist could not be changed. Please try again.'),
    onSettled: (error) => {
      if (isStaleWrite(error)) void invalidateProblemsAndBids(queryClient);
    },
  });
}
