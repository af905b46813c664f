import type { SessionsAnswer, SessionSummary } from '@solvent/contracts';
import { ApiError, http, queryOptions, useMutation, useQuery, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';

async function fetchSessions(signal: AbortSignal): Promise<SessionSummary[]> {
  const { data } = await http.get<SessionsAnswer>('/auth/sessions', { signal });
  return data.sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** `GET /auth/sessions`: this device first, then the last used. */
export const sessionsOptions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => fetchSessions(signal),
  staleTime: 0,
});

/** Asks for the own sessions on each visit. */
export const useOwnSessions = () => useQuery(sessionsOptions);

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
 * @param successText what is told when all have ended
 */
export function useEndSessions(successText: string) {
  const queryClient = useQueryClient();
  const removeFromList = (endedId: string) =>
    queryClient.setQueryData(sessionsOptions.queryKey, (sessions) => sessions?.filter(({ _id }) => _id !== endedId));

  return useMutation({
    mutationFn: async (ids: string[]) => {
      await queryClient.cancelQueries(sessionsOptions);
      for (const id of ids) {
        await endSession(id);
        removeFromList(id);
      }
    },
    onSuccess: () => toast.success(successText),
    onError: (error) => {
      toast.failure(error, 'Failed to sign out the device');
      void queryClient.invalidateQueries(sessionsOptions);
    },
  });
}
