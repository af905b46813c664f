import type { Invitation, PersonSummary, SuggestedSolver } from '@solvent/contracts';
import { useQuery } from '@solvent/http';
import { formatReplyTime, LoadError, PersonLink, SkeletonRegion } from '@solvent/kit';
import { Box, Button, Flex, Skeleton, Stack, Text, VisuallyHidden } from '@solvent/ui';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { invitationsOptions, suggestedSolversOptions, useInvite } from '../../api/invitations.ts';
import { PersonRating } from '../../problem/person-rating.tsx';
import { SideCard } from '../../problem/side-card.tsx';
import { INVITE_ID } from './viewer.ts';

const STATE_LABELS = { waiting: 'Invited', bid: 'Has bid' } as const;

function State({ state }: Pick<Invitation, 'state'>) {
  return (
    <Flex as="span" role="status" align="center" gap="1.5" color="fg.muted" flexShrink="0">
      <Check size={16} aria-hidden />
      {STATE_LABELS[state]}
    </Flex>
  );
}

function InviteButton({ problemId, solver }: { problemId: string; solver: PersonSummary }) {
  const invite = useInvite(problemId, solver);
  return (
    <Button
      size="sm"
      variant="outline"
      flexShrink="0"
      minH={{ base: '44px', md: '0' }}
      loading={invite.isPending}
      onClick={() => invite.mutate()}
    >
      Invite<VisuallyHidden> {solver.name}</VisuallyHidden>
    </Button>
  );
}

function Row({ person, facts, end }: { person: PersonSummary; facts?: ReactNode; end: ReactNode }) {
  return (
    <Flex as="li" align="center" justify="space-between" gap="3" py="2.5" css={{ '& + &': { borderTopWidth: '1px' } }}>
      <Box minW="0" dir="auto">
        <PersonLink person={person} avatar={24} />
        {facts}
      </Box>
      {end}
    </Flex>
  );
}

function Facts({ solver }: { solver: SuggestedSolver }) {
  const { matchingAreas, solvedCount, replyMinutes } = solver;
  const facts = [
    matchingAreas.join(', '),
    ...(solvedCount > 0 ? [`${solvedCount} solved`] : []),
    ...(replyMinutes === null ? [] : [`replies ${formatReplyTime(replyMinutes)}`]),
  ];
  return (
    <Flex columnGap="2" wrap="wrap" textStyle="meta" color="fg.muted" mt="1" overflowWrap="anywhere">
      <PersonRating rating={solver.rating} ratingCount={solver.ratingCount} />
      {facts.join(' · ')}
    </Flex>
  );
}

interface PeopleProps {
  problemId: string;
  solvers: SuggestedSolver[];
  invitations: Invitation[];
}

function People({ problemId, solvers, invitations }: PeopleProps) {
  const stateBySolver = new Map(invitations.map(({ solver, state }) => [solver._id, state]));
  const suggested = new Set(solvers.map(({ _id }) => _id));
  const others = invitations.filter(({ solver }) => !suggested.has(solver._id));
  if (solvers.length + others.length === 0)
    return <Text color="fg.muted">No matching solvers yet. You can invite any solver from their profile.</Text>;
  return (
    <Stack as="ul" gap="0" listStyleType="none">
      {solvers.map((solver) => {
        const state = stateBySolver.get(solver._id);
        const end = state ? <State state={state} /> : <InviteButton problemId={problemId} solver={solver} />;
        return <Row key={solver._id} person={solver} facts={<Facts solver={solver} />} end={end} />;
      })}
      {others.map(({ solver, state }) => (
        <Row key={solver._id} person={solver} end={<State state={state} />} />
      ))}
    </Stack>
  );
}

function Content({ problemId }: { problemId: string }) {
  const solvers = useQuery(suggestedSolversOptions(problemId));
  const invitations = useQuery(invitationsOptions(problemId));
  if (solvers.data && invitations.data)
    return <People problemId={problemId} solvers={solvers.data} invitations={invitations.data} />;
  const retry = () => [solvers, invitations].forEach(({ refetch }) => void refetch());
  if (solvers.error || invitations.error)
    return (
      <LoadError
        size="inline"
        title="Solvers to invite could not be loaded."
        error={solvers.error ?? invitations.error}
        onRetry={retry}
      />
    );
  return (
    <SkeletonRegion label="Loading solvers" minH="240px" gap="4">
      {['70%', '60%', '80%', '65%', '70%'].map((width, index) => (
        <Skeleton key={index} h="8" w={width} />
      ))}
    </SkeletonRegion>
  );
}

export function Component({ problemId }: { problemId: string }) {
  return (
    <SideCard title="Invite solvers" id={INVITE_ID} tabIndex={-1} outline="0" scrollMarginTop="72px" _print={{ display: 'none' }}>
      <Text color="fg.muted" textStyle="meta" mb="1">
        They’ll be notified about this problem.
      </Text>
      <Content problemId={problemId} />
    </SideCard>
  );
}
