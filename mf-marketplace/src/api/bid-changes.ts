import type {
  AcceptBidBody,
  Bid,
  BidResponse,
  ChangeBidBody,
  ConfirmBidBody,
  PlaceBidBody,
  ProblemBidsResponse,
  RejectBidBody,
} from '@solvent/contracts';
import { ApiError, http, useMutation, useQueryClient } from '@solvent/http';
import { requireField, useOptimisticMutation } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { invalidateProblemsAndBids, problemBidsKey } from './bids.ts';
import { isStaleWrite } from './stale-write.ts';

/** Updates the bid in the list and keeps its `facts`, which responses to writes omit. */
function withBid({ bids, count }: ProblemBidsResponse, bid: Bid): ProblemBidsResponse {
  const isKnown = bids.some(({ _id }) => _id === bid._id);
  return {
    count,
    bids: isKnown ? bids.map((cachedBid) => (cachedBid._id === bid._id ? { ...cachedBid, ...bid } : cachedBid)) : [bid, ...bids],
  };
}

/** Sent with the form, which has no field for them. */
const HIDDEN_FIELDS = new Set(['problemId', 'changedAt']);

/** Errors of fields are shown in the form, not as a toast. */
const isFieldError = (error: unknown): boolean =>
  error instanceof ApiError && Object.keys(error.errors).some((field) => !HIDDEN_FIELDS.has(field));

/** Mutates a bid, writes the response into the cached list and invalidates related queries. */
function useBidChange<Input>(
  send: (input: Input) => Promise<{ data: Partial<BidResponse> }>,
  successText: string,
  failureText: string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => requireField((await send(input)).data, 'bid'),
    onSuccess: (bid) => {
      queryClient.setQueryData<ProblemBidsResponse>(problemBidsKey(bid.problemId), (cached) => cached && withBid(cached, bid));
      toast.success(successText);
      void invalidateProblemsAndBids(queryClient);
    },
    onError: (error) => {
      if (!isFieldError(error)) toast.failure(error, failureText);
      if (isStaleWrite(error)) void invalidateProblemsAndBids(queryClient);
    },
  });
}

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

const withdrawBid = (id: string) => http.put(`/bids/${id}/withdraw`, {});
export const useWithdrawBid = () => useBidChange(withdrawBid, 'Bid withdrawn', 'Failed to withdraw the bid');

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
