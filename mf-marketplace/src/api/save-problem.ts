import { http, useQueryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { runOptimisticMutation } from '@solvent/kit';
import { consumePendingAction, useSession } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect } from 'react';
import { problemDetailKey, problemPath } from './problem-keys.ts';
import { PROBLEM_LISTS_KEY, withProblem } from './problems.ts';
import type { ListedProblem, ProblemPages } from './problems.ts';
import { SAVED_PROBLEMS_KEY } from './saved-problems.ts';

const getFailureText = (saved: boolean) =>
  saved ? 'Failed to save the problem. Please try again.' : 'Failed to remove the saved problem. Please try again.';

const withSaved = (problem: ListedProblem, savedByMe: boolean) =>
  problem.savedByMe === savedByMe ? problem : { ...problem, savedByMe };

/** `PUT` or `DELETE /problems/{id}/save`, optimistic. Not a hook: thousands of cards would each create a mutation observer. */
export function saveProblem(queryClient: QueryClient, id: string, saved: boolean): void {
  const path = `${problemPath(id)}/save`;
  const updateList = (list: ProblemPages, savedByMe: boolean) =>
    withProblem(list, id, (cachedProblem) => withSaved(cachedProblem, savedByMe));
  runOptimisticMutation(
    queryClient,
    {
      mutationKey: ['save-problem', id],
      mutationFn: () => (saved ? http.put(path, {}) : http.delete(path)),
      updates: [
        { queryKey: PROBLEM_LISTS_KEY, update: updateList },
        // Not refetched, so that removed problems stay visible for Undo.
        { queryKey: SAVED_PROBLEMS_KEY, update: updateList, refetch: false },
        { queryKey: problemDetailKey(id), update: withSaved },
      ],
      onSuccess: () => {
        toast.success(saved ? 'Problem saved' : 'Problem no longer saved');
        void queryClient.invalidateQueries({ queryKey: SAVED_PROBLEMS_KEY, refetchType: 'none' });
      },
      onError: (error) => toast.failure(error, getFailureText(saved)),
    },
    saved,
  );
}

/** Completes a save that a visitor began before signing in. @param isShown whether the cache has the page's problems */
export function usePendingSave(isShown: boolean): void {
  const queryClient = useQueryClient();
  const isReady = useSession((state) => state.isLogin) && isShown;
  useEffect(() => {
    const id = isReady ? consumePendingAction('save-problem') : undefined;
    if (id) saveProblem(queryClient, id, true);
  }, [isReady, queryClient]);
}
