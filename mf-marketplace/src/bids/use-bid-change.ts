import type { Bid, BidAnswer, ProblemBidsAnswer } from '@solvent/contracts';
import { ApiError, failureText, useMutation, useQueryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { BIDS_KEY, problemBidsKey } from './problem-bids-query.ts';

/** The bid of an answer that changed one. */
export function bidOf(answer: Partial<BidAnswer>): Bid {
  if (!answer.bid) throw new Error('Invalid format: the answer has no bid.');
  return answer.bid;
}

function withBid({ bids, count }: ProblemBidsAnswer, bid: Bid): ProblemBidsAnswer {
  const isKnown = bids.some(({ _id }) => _id === bid._id);
  return { count, bids: isKnown ? bids.map((one) => (one._id === bid._id ? bid : one)) : [bid, ...bids] };
}

/** A bid changes its problem too: counts, state, what may be done. */
const askAgain = (queryClient: QueryClient) => {
  void queryClient.invalidateQueries({ queryKey: ['problems'] });
  void queryClient.invalidateQueries({ queryKey: BIDS_KEY });
};

/** What was asked for is over: somebody else decided meanwhile, or it is gone. */
export const isOvertaken = (error: unknown): boolean => error instanceof ApiError && [404, 409].includes(error.status);

const FIELDS = new Set(['amount', 'estimatedDays', 'message', 'reason']);

/** What the server said of these fields stands under them. */
const isUnderFields = (error: unknown): boolean =>
  error instanceof ApiError && Object.keys(error.errors).some((field) => FIELDS.has(field));

interface BidChange<Input> {
  send: (input: Input) => Promise<Bid>;
  /** What is told once it is done. */
  said: string;
  /** What is told when the server says nothing itself. */
  failed: string;
}

/** A write that changes a bid: what the server answers is shown, and everything around it is asked for again. */
export function useBidChange<Input>({ send, said, failed }: BidChange<Input>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (bid) => {
      queryClient.setQueryData<ProblemBidsAnswer>(problemBidsKey(bid.problemId), (known) => known && withBid(known, bid));
      toast.success(said);
      askAgain(queryClient);
    },
    onError: (error) => {
      if (!isUnderFields(error)) toast.error(failureText(error, failed));
      if (isOvertaken(error)) askAgain(queryClient);
    },
  });
}
