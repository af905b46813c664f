import type { SessionsAnswer, SessionSummary } from '@solvent/contracts';
import { ApiError, http, queryOptions, useMutation, useQuery, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';

async function fetchSessions(signal: AbortSignal): Promise<SessionSummary[]> {
  const { data } = await http.get<SessionsAnswer>('/auth/sessions', { signal });
  return data.sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** `GET /auth/sessions`: this device first, then the last used. */
export const ownSessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => fetchSessions(signal),
  staleTime: 0,
});

/** Asks for the own sessions on each visit. */
export const useOwnSessions = () => useQuery(ownSessions);

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
      toast.failure(error, 'Failed to sign out the device');
      void queryClient.invalidateQueries(ownSessions);
    },
  });
}
