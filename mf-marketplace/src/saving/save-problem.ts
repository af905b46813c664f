import { failureText, http, useMutation, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { showSaved } from './show-saved.ts';

/** The list of what the person has saved: /saved-problems. */
export const SAVED_PROBLEMS_KEY = ['problems', 'saved'] as const;

/** `PUT` or `DELETE /problems/{id}/save`: what is so already stays so. */
async function writeSaved(id: string, saved: boolean): Promise<void> {
  const path = `/problems/${encodeURIComponent(id)}/save`;
  await (saved ? http.put(path, {}) : http.delete(path));
}

const failureOf = (saved: boolean) =>
  saved ? 'Failed to save the problem. Please try again.' : 'Failed to remove the saved problem. Please try again.';

/**
 * Saves a problem, or takes it back: shown at once on every card and page that holds it, and taken back where the server
 * did not. Quick clicks go to the server one after the other, and what the last one says is what stands.
 */
export function useSaveProblem(id: string) {
  const queryClient = useQueryClient();
  const mutationKey = ['save-problem', id];
  const isLast = () => queryClient.isMutating({ mutationKey }) === 1;
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (saved: boolean) => writeSaved(id, saved),
    onMutate: (saved) => showSaved(queryClient, id, saved),
    onSuccess: (_answer, saved) => {
      if (!isLast()) return;
      // A list that was asked for before may have come since.
      showSaved(queryClient, id, saved);
      toast.success(saved ? 'Problem saved' : 'Problem no longer saved');
      // What /saved-problems shows now keeps its place there: the way back. It is asked for when one comes there anew.
      void queryClient.invalidateQueries({ queryKey: SAVED_PROBLEMS_KEY, refetchType: 'none' });
    },
    onError: (error, saved) => {
      if (!isLast()) return;
      showSaved(queryClient, id, !saved);
      toast.error(failureText(error, failureOf(saved)));
    },
  });
}
