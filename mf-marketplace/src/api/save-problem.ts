import { http, useQueryClient } from '@solvent/http';
import type { Query, QueryClient } from '@solvent/http';
import { consumePendingAction, useSession } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect } from 'react';
import { problemDetailKey, problemPath, PROBLEMS_KEY } from './problem-keys.ts';
import { updateInLists, PROBLEM_LISTS_KEY, replaceCachedData } from './problems.ts';
import type { ListedProblem } from './problems.ts';
import { SAVED_PROBLEMS_KEY } from './saved-problems.ts';

/** Shows a problem as saved, or not, on its page and in every list. */
function cacheSaved(queryClient: QueryClient, id: string, savedByMe: boolean): void {
  const mark = <Listed extends ListedProblem>(problem: Listed) =>
    problem.savedByMe === savedByMe ? problem : { ...problem, savedByMe };
  for (const queryKey of [PROBLEM_LISTS_KEY, SAVED_PROBLEMS_KEY]) updateInLists(queryClient, queryKey, id, mark);
  const detail = queryClient.getQueryData<ListedProblem>(problemDetailKey(id));
  replaceCachedData(queryClient, problemDetailKey(id), detail, detail && mark(detail));
}

/** Whether an answer on its way may show a problem as it was: not a list's further page, and /saved-problems keeps the way back. */
const canReturnOldState = ({ queryKey, state }: Query) =>
  state.fetchMeta?.fetchMore === undefined && queryKey[1] !== SAVED_PROBLEMS_KEY[1];

const getFailureText = (saved: boolean) =>
  saved ? 'Failed to save the problem. Please try again.' : 'Failed to remove the saved problem. Please try again.';

/**
 * `PUT` or `DELETE /problems/{id}/save`: shown at once on every card and page that holds the problem, and taken back where the
 * server did not. Quick clicks go to the server one after the other, and what the last one says is what stands. Not a hook: a
 * list of thousands of cards needs no observer of a mutation for each.
 */
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
      // What was asked for before may have come since; what has not is asked for again, for it may say how it was.
      cacheSaved(queryClient, id, saved);
      void queryClient.refetchQueries({ queryKey: PROBLEMS_KEY, fetchStatus: 'fetching', predicate: canReturnOldState });
      toast.success(saved ? 'Problem saved' : 'Problem no longer saved');
      // What /saved-problems shows now keeps its place there: the way back. It is asked for when one comes there anew.
      void queryClient.invalidateQueries({ queryKey: SAVED_PROBLEMS_KEY, refetchType: 'none' });
    },
    onError: (error) => {
      if (!isLast()) return;
      cacheSaved(queryClient, id, !saved);
      toast.failure(error, getFailureText(saved));
    },
  });
  // `onError` has told of it.
  mutation.execute(undefined).catch(() => undefined);
}

/**
 * Saves what somebody wanted to save before signing in, once they are back: for pages on which problems can be saved. The card
 * itself may be further down a list that is not loaded yet.
 *
 * @param isShown whether the page's problems are there: what is saved before they are would not be shown in them
 */
export function usePendingSave(isShown: boolean): void {
  const queryClient = useQueryClient();
  const isReady = useSession((state) => state.isLogin) && isShown;
  useEffect(() => {
    const id = isReady ? consumePendingAction('save-problem') : undefined;
    if (id) saveProblem(queryClient, id, true);
  }, [isReady, queryClient]);
}
