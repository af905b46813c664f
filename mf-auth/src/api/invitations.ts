import type { InvitationAnswer, InvitingAnswer } from '@solvent/contracts';
import { http, queryOptions, useMutation, useQueryClient } from '@solvent/http';
import { pick } from '@solvent/kit';
import { toast } from '@solvent/ui';

/** `GET /problems/inviting?solverId=`: the user's open problems, with the solver's invitation or bid on each. */
export const invitableProblemsOptions = (solverId: string) =>
  queryOptions({
    queryKey: ['problems', 'inviting', solverId],
    queryFn: async ({ signal }) => {
      const { data } = await http.get<Partial<InvitingAnswer>>('/problems/inviting', { params: { solverId }, signal });
      return pick(data, 'problems');
    },
    staleTime: 0,
  });

/** `POST /problems/{id}/invitations`. A rejection refetches the list, which shows the current state. */
export function useInviteSolver(solver: { _id: string; name: string }) {
  const client = useQueryClient();
  const { queryKey } = invitableProblemsOptions(solver._id);
  return useMutation({
    mutationFn: async (problemId: string) => {
      const path = `/problems/${encodeURIComponent(problemId)}/invitations`;
      const { data } = await http.post<InvitationAnswer>(path, { solverId: solver._id });
      return data.invitation;
    },
    onSuccess: ({ state }, problemId) => {
      client.setQueryData(queryKey, (problems) =>
        problems?.map((problem) => (problem._id === problemId ? { ...problem, invited: state } : problem)),
      );
      toast.success(`${solver.name} was invited`);
    },
    onError: (error) => {
      toast.failure(error, 'Failed to send the invitation');
      void client.invalidateQueries({ queryKey });
    },
  });
}
