import type { Problem } from '@solvent/contracts';
import { http, queryOptions, useQuery } from '@solvent/http';
import { requireField, useInvalidateOnEvents } from '@solvent/kit';
import { discussedProblemKey, PROBLEM_EVENTS } from './refetch-events.ts';

/** `GET /problems/{id}` (product 7.4). */
const discussedProblemQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: discussedProblemKey(id),
    queryFn: async ({ signal }) => {
      const { data } = await http.get<{ problem?: Problem }>(`/problems/${encodeURIComponent(id ?? '')}`, { signal });
      return requireField(data, 'problem');
    },
    enabled: id !== undefined,
  });

type AgreedProblem = Problem & { agreement: NonNullable<Problem['agreement']> };

/** The agreed price replaces the budget until the agreement ends. */
export const hasAgreedPrice = (problem: Problem): problem is AgreedProblem =>
  Boolean(problem.agreement) && problem.agreement?.status !== 'ended';

export function useDiscussedProblem(id: string | undefined) {
  useInvalidateOnEvents(PROBLEM_EVENTS, [discussedProblemKey(id)]);
  return useQuery(discussedProblemQuery(id));
}
