import type { Conversation } from '@solvent/contracts';
import { ProblemStatusBadge } from '@solvent/kit';
import { Link } from '@solvent/router';
import { useSession } from '@solvent/store';
import { chakra, Flex } from '@solvent/ui';
import { otherParticipant } from '../../conversation/other-participant.ts';
import { PersonHead } from '../../conversation/person-head.tsx';
import { WayBack } from './way-back.tsx';

const ProblemLink = chakra(Link, {
  base: {
    // A finger's target: the whole line, which has no other.
    _before: { content: '""', position: 'absolute', inset: '0' },
    color: 'fg.muted',
    truncate: true,
    textUnderlineOffset: '3px',
    rounded: 'l1',
    _hover: { color: 'fg', textDecoration: 'underline' },
    focusVisibleRing: 'inside',
  },
});

function AboutProblem({ problem }: { problem: NonNullable<Conversation['problem']> }) {
  return (
    <Flex
      position="relative"
      align="center"
      gap="2"
      minW="0"
      minH={{ base: '44px', lg: 'auto' }}
      mb={{ base: '-2', lg: '0' }}
      flex={{ base: '1 1 100%', lg: '0 1 auto' }}
      maxW={{ lg: '55%' }}
    >
      <ProblemLink to={`/view-problems/${encodeURIComponent(problem._id)}`}>{problem.title}</ProblemLink>
      <ProblemStatusBadge status={problem.status} />
    </Flex>
  );
}

/** The top of a thread: the other person, and what it is about. */
export function ThreadHead({ conversation, search }: { conversation: Conversation | undefined; search: string }) {
  const userId = useSession((session) => session.userData?._id) ?? '';
  return (
    <Flex
      as="header"
      align="center"
      wrap={{ base: 'wrap', lg: 'nowrap' }}
      columnGap={{ base: '2', md: '4' }}
      rowGap={{ base: '0', lg: '1.5' }}
      px="4"
      py={{ base: '2', md: '3' }}
      minH="61px"
      borderBottomWidth="1px"
    >
      <WayBack search={search} />
      <PersonHead as="h1" person={conversation && otherParticipant(conversation, userId)} />
      {conversation?.problem ? <AboutProblem problem={conversation.problem} /> : null}
    </Flex>
  );
}
