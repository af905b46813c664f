import { http, useQueryClient } from '@solvent/http';
import type { Query, QueryClient } from '@solvent/http';
import { consumePendingAction, useSession } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect } from 'react';
import { problemDetailKey, problemPath, PROBLEMS_KEY } from './problem-keys.ts';
import { updateInLists, PROBLEM_LISTS_KEY, replaceCachedData } from './problems.ts';
import type { ListedProblem } from './problems.ts';
import { SAVED_PROBLEMS_KEY } from './saved-problems.ts';

function cacheSaved(queryClient: QueryClient, id: string, savedByMe: boolean): void {
  const mark = <Listed extends ListedProblem>(problem: Listed) =>
    problem.savedByMe === savedByMe ? problem : { ...problem, savedByMe };
  for (const queryKey of [PROBLEM_LISTS_KEY, SAVED_PROBLEMS_KEY]) updateInLists(queryClient, queryKey, id, mark);
  const detail = queryClient.getQueryData<ListedProblem>(problemDetailKey(id));
  replaceCachedData(queryClient, problemDetailKey(id), detail, detail && mark(detail));
}

/** A running request may return the old state, except for further pages; /saved-problems keeps removed problems for Undo. */
const canReturnOldState = ({ queryKey, state }: Query) =>
  state.fetchMeta?.fetchMore === undefined && queryKey[1] !== SAVED_PROBLEMS_KEY[1];

const getFailureText = (saved: boolean) =>
  saved ? 'Failed to save the problem. Please try again.' : 'Failed to remove the saved problem. Please try again.';

/** `PUT` or `DELETE /problems/{id}/save`, optimistic. Not a hook: thousands of cards would each create a mutation observer. */
export function saveProblem(queryClient: QueryClient, id: string, saved: boolean): void {
  const mutationKey = ['save-problem', id];
  const path = `${problemPath(id)}/save`;
  const isLast = () => queryClient.isMutating({ mutationKey }) === 1;
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: () => (saved ? http.put(path, {}) : http.delete(path)),
    onMutate: () => cacheSaved(queryClient, id, saved),
    onSuccess: () => {
      if (!isLast()) return;
      // Responses received meanwhile may have the old state; requests still running are restarted.
      cacheSaved(queryClient, id, saved);
      void queryClient.refetchQueries({ queryKey: PROBLEMS_KEY, fetchStatus: 'fetching', predicate: canReturnOldState });
      toast.success(saved ? 'Problem saved' : 'Problem no longer saved');
      // Marked stale without a refetch: the visible list keeps removed problems for Undo.
      void queryClient.invalidateQueries({ queryKey: SAVED_PROBLEMS_KEY, refetchType: 'none' });
    },
    onError: (error) => {
      if (!isLast()) return;
      cacheSaved(queryClient, id, !saved);
      toast.failure(error, getFailureText(saved));
    },
  });
  mutation.execute(undefined).catch(() => undefined);
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
