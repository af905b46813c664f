import type { Bid, BidResponse, ProblemBidsResponse } from '@solvent/contracts';
import { ApiError, http, useMutation, useQueryClient } from '@solvent/http';
import { requireField } from '@solvent/kit';
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
export function useBidChange<Input>(
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

const withdrawBid = (id: string) => http.put(`/bids/${id}/withdraw`, {});
export const useWithdrawBid = () => useBidChange(withdrawBid, 'Bid withdrawn', 'Failed to withdraw the bid');
