import type { ProblemBidsAnswer } from '@solvent/contracts';
import { http, useMutation, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { problemBidsKey, refetchChanged } from './bids.ts';
import { isOvertaken } from './overtaken.ts';

function withShortlisted({ bids, count }: ProblemBidsAnswer, id: string, shortlisted: boolean): ProblemBidsAnswer {
  return {
    count,
    bids: bids.map((bid) => (bid._id === id && bid.facts ? { ...bid, facts: { ...bid.facts, shortlisted } } : bid)),
  };
}

/**
 * `PUT /bids/{id}/shortlist`: shown at once, and taken back where the server did not. Nobody else sees it. Quick clicks go to the
 * server one after the other, and what the last one says is what stands.
 */
export function useShortlist(problemId: string): (id: string, shortlisted: boolean) => void {
  const queryClient = useQueryClient();
  const key = problemBidsKey(problemId);
  const show = (id: string, shortlisted: boolean) =>
    queryClient.setQueryData<ProblemBidsAnswer>(key, (known) => known && withShortlisted(known, id, shortlisted));
  const { mutate } = useMutation({
    scope: { id: `shortlist-${problemId}` },
    mutationFn: ({ id, shortlisted }: { id: string; shortlisted: boolean }) => http.put(`/bids/${id}/shortlist`, { shortlisted }),
    onMutate: async ({ id, shortlisted }) => {
      await queryClient.cancelQueries({ queryKey: key });
      show(id, shortlisted);
    },
    onError: (error, { id, shortlisted }) => {
      show(id, !shortlisted);
      toast.failure(error, 'The shortlist could not be changed. Please try again.');
      if (isOvertaken(error)) void refetchChanged(queryClient);
    },
  });
  return (id, shortlisted) => mutate({ id, shortlisted });
}
