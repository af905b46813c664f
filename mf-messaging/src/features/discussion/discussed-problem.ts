import type { PersonSummary, Problem } from '@solvent/contracts';
import { http, queryOptions } from '@solvent/http';

/** What the header shows of a problem besides what its conversation carries. */
export interface DiscussedProblem {
  title: string;
  status: Problem['status'];
  budget: number;
  user: PersonSummary | undefined;
}

async function fetchProblem(id: string, signal: AbortSignal): Promise<DiscussedProblem> {
  const { data } = await http.get<{ problem?: Partial<Problem> }>(`/problems/${encodeURIComponent(id)}`, { signal });
  const { title, status = 'open', budget = 0, user } = data.problem ?? {};
  if (!title) throw new Error('Invalid format: the answer has no problem.');
  return { title, status, budget, user };
}

/** `GET /problems/{id}` (product 7.4), as the discussion's header needs it; nothing while the id is not known. */
export const discussedProblemOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: ['problems', 'discussed', id],
    queryFn: ({ signal }) => fetchProblem(id ?? '', signal),
    enabled: id !== undefined,
  });
