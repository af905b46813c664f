import type { Conversation } from '@solvent/contracts';
import { ProblemStatusBadge } from '@solvent/kit';
import { Link, useLocation, useNavigate } from '@solvent/router';
import { useSession } from '@solvent/store';
import { chakra, Flex, LinkButton } from '@solvent/ui';
import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { otherParticipant, PersonHead } from '../../conversation/person-head.tsx';
import { conversationAddress } from './address.ts';

/** Route state of a thread that was opened from the list alone. */
export const FROM_LIST = { fromList: true } as const;

const isFromList = (state: unknown) => typeof state === 'object' && state !== null && 'fromList' in state;

const opensHere = (event: MouseEvent) => !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** From a thread to the list, on phones: back where that is the entry before, so that the history does not grow. */
function WayBack({ search }: { search: string }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    if (!isFromList(state) || !opensHere(event)) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <LinkButton
      to={conversationAddress({ search })}
      variant="ghost"
      colorPalette="gray"
      hideFrom="md"
      boxSize="44px"
      minW="44px"
      px="0"
      ms="-3"
      me="-2"
      aria-label="Back to conversations"
      onClick={goBack}
    >
      <ArrowLeft size={20} aria-hidden />
    </LinkButton>
  );
}

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
      <ProblemLink dir="auto" to={`/view-problems/${encodeURIComponent(problem._id)}`}>
        {problem.title}
      </ProblemLink>
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
