import type { Problem } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';

async function fetchProblem(id: string, signal: AbortSignal): Promise<Problem> {
  const { data } = await http.get<{ problem?: Problem }>(`/problems/${encodeURIComponent(id)}`, { signal });
  if (!data.problem) throw new Error('Invalid format: the answer has no problem.');
  return data.problem;
}

/**
 * `GET /problems/{id}`, once for a form: what changes on the server meanwhile must not take away what is being typed.
 * So its key is none of the lists', which are asked for again at every change.
 */
export const problemToEditOptions = (id: string) =>
  queryOptions({
    queryKey: ['problem-to-edit', id],
    queryFn: ({ signal }) => fetchProblem(id, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
