import type { SessionsAnswer, SessionSummary } from '@solvent/contracts';
import { http, queryOptions, useQuery } from '@solvent/http';

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
