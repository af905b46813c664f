import type { InvitationResponse, InvitingProblemsResponse, InvitingProblem, PersonSummary } from '@solvent/contracts';
import { http, queryOptions, useMutation, useQuery, useQueryClient } from '@solvent/http';
import { formatMoney, requireField, toCents } from '@solvent/kit';
import { Box, Button, Flex, LinkButton, Span, Stack, Text, TextLink, toast, VisuallyHidden } from '@solvent/ui';
import { Modal } from '@solvent/ui/overlays';
import { Check } from 'lucide-react';
import { Loaded } from '../../person/loaded.tsx';

/** `GET /problems/inviting?solverId=`: the user's open problems, with the solver's invitation or bid on each. */
const invitableProblemsOptions = (solverId: string) =>
  queryOptions({
    queryKey: ['problems', 'inviting', solverId],
    queryFn: async ({ signal }) => {
      const { data } = await http.get<Partial<InvitingProblemsResponse>>('/problems/inviting', { params: { solverId }, signal });
      return requireField(data, 'problems');
    },
    staleTime: 0,
  });

/** `POST /problems/{id}/invitations`. A rejection refetches the list, which shows the current state. */
function useInviteSolver(solver: { _id: string; name: string }) {
  const client = useQueryClient();
  const { queryKey } = invitableProblemsOptions(solver._id);
  return useMutation({
    mutationFn: async (problemId: string) => {
      const path = `/problems/${encodeURIComponent(problemId)}/invitations`;
      const { data } = await http.post<InvitationResponse>(path, { solverId: solver._id });
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

const STATE_LABELS = { waiting: 'Invited', bid: 'Has bid' } as const;

interface RowProps {
  problem: InvitingProblem;
  solver: PersonSummary;
}

function ProblemRow({ problem: { _id, title, budget, invited }, solver }: RowProps) {
  const invite = useInviteSolver(solver);
  return (
    <Flex as="li" align="center" justify="space-between" gap="3" py="3" css={{ '& + &': { borderTopWidth: '1px' } }}>
      <Box minW="0">
        <TextLink to={`/view-problems/${_id}`} dir="auto" overflowWrap="anywhere">
          {title}
        </TextLink>
        <Text textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
          {formatMoney(toCents(budget))}
        </Text>
      </Box>
      {invited ? (
        <Flex as="span" align="center" gap="1.5" color="fg.muted" flexShrink="0" role="status">
          <Check size={16} aria-hidden />
          {STATE_LABELS[invited]}
        </Flex>
      ) : (
        <Button
          size="sm"
          variant="outline"
          flexShrink="0"
          minH={{ base: '44px', md: '0' }}
          loading={invite.isPending}
          onClick={() => invite.mutate(_id)}
        >
          Invite<VisuallyHidden> to {title}</VisuallyHidden>
        </Button>
      )}
    </Flex>
  );
}

function Problems({ problems, solver }: { problems: readonly InvitingProblem[]; solver: PersonSummary }) {
  if (problems.length === 0)
    return (
      <Stack gap="3" align="flex-start">
        <Text color="fg.muted">You have no open problems. Post one to invite solvers.</Text>
        <LinkButton to="/post-problem">Post a problem</LinkButton>
      </Stack>
    );
  return (
    <Stack as="ul" gap="0" listStyleType="none">
      {problems.map((problem) => (
        <ProblemRow key={problem._id} problem={problem} solver={solver} />
      ))}
    </Stack>
  );
}

export function Component({ solver, onClose }: { solver: PersonSummary; onClose: () => void }) {
  return (
    <Modal open onClose={onClose} title={<Span dir="auto">Invite {solver.name}</Span>}>
      <Text color="fg.muted" mb="2">
        Choose one of your problems. We’ll notify the solver, who can then bid on it.
      </Text>
      <Loaded query={useQuery(invitableProblemsOptions(solver._id))} name="Your problems">
        {(problems) => <Problems problems={problems} solver={solver} />}
      </Loaded>
    </Modal>
  );
}
