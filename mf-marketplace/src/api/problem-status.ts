import type { ProblemStatus } from '@solvent/contracts';
import { http, useMutation, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { invalidateProblemsAndBids } from './bids.ts';
import { problemDetailKey, problemPath } from './problem-keys.ts';
import type { DetailedProblem } from './problems.ts';

interface StatusChange {
  to: ProblemStatus;
  /** With parting: what the two agreed on. */
  note?: string | undefined;
  successText: string;
}

/**
 * `PUT /problems/{id}/status`. Whatever the answer, the page asks for the new state: a refusal says that somebody else
 * was first.
 */
export function useChangeStatus(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ to, note }: StatusChange) => http.put(`${problemPath(id)}/status`, { status: to, ...(note ? { note } : {}) }),
    onSuccess: (_answer, { to, successText }) => {
      queryClient.setQueryData<DetailedProblem>(problemDetailKey(id), (problem) => problem && { ...problem, status: to });
      toast.success(successText);
    },
    onError: (error) => toast.failure(error, 'The problem could not be changed. Please try again.'),
    onSettled: () => invalidateProblemsAndBids(queryClient),
  });
}
