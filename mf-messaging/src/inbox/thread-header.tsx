import type { Conversation } from '@solvent/contracts';
import { ProblemStatusBadge } from '@solvent/kit';
import { Link, useLocation, useNavigate } from '@solvent/router';
import { useSession } from '@solvent/store';
import { chakra, Flex, IconButton, LinkButton } from '@solvent/ui';
import { ArrowLeft, Info, Search } from 'lucide-react';
import type { MouseEvent, Ref } from 'react';
import { getOtherParticipant, PersonHeader } from '../thread/person-header.tsx';
import { useConversationPath } from './address.ts';
import { ConversationMenu } from './conversation-menu.tsx';

export const FROM_LIST_STATE = { fromList: true } as const;

const isFromList = (state: unknown) => typeof state === 'object' && state !== null && 'fromList' in state;

const isPlainClick = (event: MouseEvent) => !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Returns through the history if the list is the previous entry, so that the history does not grow. */
function BackButton() {
  const toPath = useConversationPath();
  const { state } = useLocation();
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    if (!isFromList(state) || !isPlainClick(event)) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <LinkButton
      to={toPath()}
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
    // The whole line is the touch target.
    _before: { content: '""', position: 'absolute', inset: '0' },
    color: 'fg.muted',
    truncate: true,
    textUnderlineOffset: '3px',
    rounded: 'l1',
    _hover: { color: 'fg', textDecoration: 'underline' },
    focusVisibleRing: 'inside',
  },
});

/** Hidden where the details pane shows the problem (`THREE_PANES_QUERY`). */
function ProblemSummary({ problem }: { problem: NonNullable<Conversation['problem']> }) {
  return (
    <Flex
      hideFrom="xl"
      position="relative"
      align="center"
      gap="2"
      minW="0"
      minH={{ base: '44px', lg: '24px' }}
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

interface ThreadHeaderProps {
  conversation: Conversation | undefined;
  isSearching: boolean;
  onSearch: () => void;
  searchButton: Ref<HTMLButtonElement>;
  areDetailsOpen: boolean;
  onOpenDetails: () => void;
}

const BUTTON_STYLE = { variant: 'ghost', colorPalette: 'gray', color: 'fg.muted' } as const;

export function ThreadHeader(props: ThreadHeaderProps) {
  const { conversation, isSearching, onSearch, searchButton, areDetailsOpen, onOpenDetails } = props;
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
      <BackButton />
      <PersonHeader as="h1" person={conversation && getOtherParticipant(conversation, userId)} />
      <Flex me="-2" order={{ lg: 1 }} flexShrink="0">
        <IconButton
          {...BUTTON_STYLE}
          ref={searchButton}
          aria-label="Search in this conversation"
          aria-expanded={isSearching}
          onClick={onSearch}
        >
          <Search size={18} aria-hidden />
        </IconButton>
        <IconButton
          {...BUTTON_STYLE}
          hideFrom="xl"
          disabled={!conversation}
          aria-label="About this conversation"
          aria-haspopup="dialog"
          aria-expanded={areDetailsOpen}
          onClick={onOpenDetails}
        >
          <Info size={18} aria-hidden />
        </IconButton>
        {conversation ? <ConversationMenu conversation={conversation} label="More for this conversation" isCurrent /> : null}
      </Flex>
      {conversation?.problem ? <ProblemSummary problem={conversation.problem} /> : null}
    </Flex>
  );
}
