import type { SessionsResponse, SessionSummary } from '@solvent/contracts';
import { ApiError, http, queryOptions, useMutation, useQuery, useQueryClient } from '@solvent/http';
import { toast } from '@solvent/ui';

async function fetchSessions(signal: AbortSignal): Promise<SessionSummary[]> {
  const { data } = await http.get<SessionsResponse>('/auth/sessions', { signal });
  return data.sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** `GET /auth/sessions`: the current session first, then by last use. */
export const sessionsOptions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => fetchSessions(signal),
  staleTime: 0,
});

export const useOwnSessions = () => useQuery(sessionsOptions);

/** `DELETE /auth/sessions/{id}`. A 404 means that the session has already ended. */
async function endSession(id: string): Promise<void> {
  try {
    await http.delete(`/auth/sessions/${id}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** Ends sessions in sequence and removes each from the list as it ends. */
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
