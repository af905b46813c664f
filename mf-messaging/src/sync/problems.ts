import type { Problem } from '@solvent/contracts';
import { http, queryOptions, useQuery, useQueryClient } from '@solvent/http';
import { pick } from '@solvent/kit/answers';
import { onServerEvent } from '@solvent/socket';
import { useEffect } from 'react';

/** `GET /problems/{id}` (product 7.4). */
const discussedProblemQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['problems', 'discussed', id],
    queryFn: async ({ signal }) => {
      const { data } = await http.get<{ problem?: Problem }>(`/problems/${encodeURIComponent(id ?? '')}`, { signal });
      return pick(data, 'problem');
    },
    enabled: id !== undefined,
  });

type AgreedProblem = Problem & { agreement: NonNullable<Problem['agreement']> };

/** The agreed price replaces the budget until the agreement ends. */
export const hasAgreedPrice = (problem: Problem): problem is AgreedProblem =>
  Boolean(problem.agreement) && problem.agreement?.status !== 'ended';

export function useDiscussedProblem(id: string | undefined) {
  const client = useQueryClient();
  const query = useQuery(discussedProblemQuery(id));
  useEffect(() => {
    const refetchIfChanged = (changed: string) =>
      changed === id ? void client.invalidateQueries({ queryKey: discussedProblemQuery(id).queryKey }) : undefined;
    const unsubscribes = [
      onServerEvent('problem', ({ _id }) => refetchIfChanged(_id)),
      onServerEvent('bid', ({ problemId }) => refetchIfChanged(problemId)),
    ];
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
  }, [client, id]);
  return query;
}
