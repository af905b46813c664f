import type { InvitationResponse, InvitationsResponse, PersonSummary, SuggestedSolversResponse } from '@solvent/contracts';
import { http, queryOptions, useMutation, useQueryClient } from '@solvent/http';
import { requireField } from '@solvent/kit';
import { toast } from '@solvent/ui';
import { problemBidsKey } from './bids.ts';
import { problemPath } from './problem-keys.ts';

/** Below the key of the problem's bids, so that they are invalidated together. */
const getKey = (problemId: string, resource: string) => [...problemBidsKey(problemId), resource] as const;

export const invitationsOptions = (problemId: string) =>
  queryOptions({
    queryKey: getKey(problemId, 'invitations'),
    queryFn: async ({ signal }) => {
      const { data } = await http.get<Partial<InvitationsResponse>>(`${problemPath(problemId)}/invitations`, { signal });
      return requireField(data, 'invitations');
    },
  });

/** `GET /problems/{id}/suggested-solvers`: for the poster. Fetched once, so that rows keep their position after an invitation. */
export const suggestedSolversOptions = (problemId: string) =>
  queryOptions({
    queryKey: ['suggested-solvers', problemId],
    queryFn: async ({ signal }) => {
      const { data } = await http.get<Partial<SuggestedSolversResponse>>(`${problemPath(problemId)}/suggested-solvers`, {
        signal,
      });
      return requireField(data, 'solvers');
    },
  });

export function useInvite(problemId: string, solver: PersonSummary) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { data } = await http.post<InvitationResponse>(`${problemPath(problemId)}/invitations`, { solverId: solver._id });
      return data.invitation;
    },
    onSuccess: (invitation) => {
      client.setQueryData(invitationsOptions(problemId).queryKey, (all = []) => [invitation, ...all]);
      toast.success(`${solver.name} was invited`);
    },
    onError: (error) => {
      toast.failure(error, 'Failed to send the invitation');
      void client.invalidateQueries({ queryKey: invitationsOptions(problemId).queryKey });
    },
  });
}
