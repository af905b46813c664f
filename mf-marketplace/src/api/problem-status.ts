import type { ProblemStatus } from '@solvent/contracts';
import { http, useMutation, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { invalidateProblemsAndBids } from './bids.ts';
import { problemDetailKey, problemPath } from './problem-keys.ts';
import type { DetailedProblem } from './problems.ts';

interface StatusChange {
  to: ProblemStatus;
  note?: string | undefined;
  successText: string;
}

/** `PUT /problems/{id}/status`. Refetches after errors, too: a conflict means that another user acted first. */
export function useChangeStatus(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ to, note }: StatusChange) => http.put(`${problemPath(id)}/status`, { status: to, ...(note ? { note } : {}) }),
    onSuccess: (_response, { to, successText }) => {
      queryClient.setQueryData<DetailedProblem>(problemDetailKey(id), (problem) => problem && { ...problem, status: to });
      toast.success(successText);
    },
    onError: (error) => toast.failure(error, 'The problem could not be changed. Please try again.'),
    onSettled: () => invalidateProblemsAndBids(queryClient),
  });
}
