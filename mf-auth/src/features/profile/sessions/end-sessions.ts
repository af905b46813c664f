import { ApiError, failureText, http, useMutation, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';
import { ownSessions } from './own-sessions.ts';

/** `DELETE /auth/sessions/{id}`. A session that is over already is no failure. */
async function endSession(id: string): Promise<void> {
  try {
    await http.delete(`/auth/sessions/${id}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/**
 * Ends sessions one after the other; each leaves the list as it ends.
 *
 * @param said what is told when all have ended
 */
export function useEndSessions(said: string) {
  const queryClient = useQueryClient();
  const forget = (ended: string) =>
    queryClient.setQueryData(ownSessions.queryKey, (sessions) => sessions?.filter(({ _id }) => _id !== ended));

  return useMutation({
    mutationFn: async (ids: string[]) => {
      await queryClient.cancelQueries(ownSessions);
      for (const id of ids) {
        await endSession(id);
        forget(id);
      }
    },
    onSuccess: () => toast.success(said),
    onError: (error) => {
      toast.error(failureText(error, 'Failed to sign out the device'));
      void queryClient.invalidateQueries(ownSessions);
    },
  });
}
