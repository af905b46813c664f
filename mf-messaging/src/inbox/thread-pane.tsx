import type { Conversation, OpenConversationBody } from '@solvent/contracts';
import { Box, Center, Flex, EmptyState, lazyComponent } from '@solvent/ui';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { useOpenConversation } from '../sync/conversations.ts';
import type { useConversation } from '../sync/use-conversations.ts';
import { ThreadUnavailable } from '../thread/thread-unavailable.tsx';
import { useMinWidth, THREE_PANES_QUERY } from './use-min-width.ts';
import type { Target } from '../thread/list/use-shown-messages.ts';
import { Thread } from '../thread/thread.tsx';
import { ThreadHeader } from './thread-header.tsx';

/**
 * Opens or finds the conversation that an address asks for, once for each.
 *
 * @param opening whom with, and about what; undefined: nothing is asked for
 * @param onOpened gets the conversation's id
 */
export function useOpenFromAddress(opening: OpenConversationBody | undefined, onOpened: (id: string) => void) {
  const { mutate, error } = useOpenConversation();
  const open = (body: OpenConversationBody) => mutate(body, { onSuccess: ({ _id }) => onOpened(_id) });
  const openEarly = useEffectEvent(open);
  const userId = opening?.userId;
  const problemId = opening?.problemId;
  useEffect(() => {
    if (userId) openEarly({ userId, problemId });
  }, [userId, problemId]);
  return { error: opening ? error : null, retry: () => (opening ? open(opening) : undefined) };
}

interface ThreadPaneProps {
  /** Whether one is selected or about to be opened. */
  isOpen: boolean;
  open: ReturnType<typeof useConversation>;
  opening: ReturnType<typeof useOpenFromAddress>;
  search: string;
  target: Target | undefined;
  ref: Ref<HTMLDivElement>;
}

/** Why there is no thread, where there is none. */
function renderFailure({ open: { query, conversation }, opening }: Pick<ThreadPaneProps, 'open' | 'opening'>): ReactNode {
  if (opening.error) return <ThreadUnavailable isOpening error={opening.error} onRetry={opening.retry} />;
  if (conversation || !query.error) return null;
  return <ThreadUnavailable error={query.error} onRetry={() => void query.refetch()} />;
}

function NoConversationSelected() {
  return (
    <Center flex="1">
      <EmptyState icon={MessagesSquare} as="h2" title="Choose a conversation" text="What you write is between the two of you." />
    </Center>
  );
}

const ThreadSearch = lazyComponent(() => import(/* webpackChunkName: "thread-search" */ './thread-search.tsx'));
const DetailsPane = lazyComponent(() => import(/* webpackChunkName: "conversation-side" */ './details-pane.tsx'));

type SelectedThreadProps = Pick<ThreadPaneProps, 'search' | 'target'> & { conversation: Conversation | undefined };

/** Head and messages; one search for each conversation. */
function SelectedThread({ conversation, search, target }: SelectedThreadProps) {
  /** The conversation that is searched: another one that opens is not. */
  const [searchedId, setSearched] = useState<string>();
  const isSearching = conversation !== undefined && searchedId === conversation._id;
  const searchButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setSearched(undefined);
    searchButton.current?.focus();
  };
  return (
    <>
      <ThreadHeader
        conversation={conversation}
        search={search}
        isSearching={isSearching}
        onSearch={() => setSearched(isSearching ? undefined : conversation?._id)}
        searchButton={searchButton}
      />
      {conversation ? (
        <Box flex="1" minH="0" position="relative">
          <Thread key={conversation._id} conversation={conversation} target={target} />
          {isSearching ? (
            <ThreadSearch conversation={conversation} listSearch={search} onClose={close} onLoadError={close} />
          ) : null}
        </Box>
      ) : null}
    </>
  );
}

/** The open conversation: beside the list on wide screens, in its place on phones; what it is about beside it on very wide ones. */
export function ThreadPane({ isOpen, open, opening, search, target, ref }: ThreadPaneProps) {
  const { conversation } = open;
  const hasDetails = useMinWidth(THREE_PANES_QUERY);
  const failure = isOpen ? renderFailure({ open, opening }) : null;
  const isShown = isOpen && !failure;
  return (
    <>
      <Flex
        as="section"
        ref={ref}
        aria-label="Conversation"
        tabIndex={-1}
        outline="0"
        direction="column"
        flex="1"
        minW="0"
        minH="0"
        display={{ base: isOpen ? 'flex' : 'none', md: 'flex' }}
      >
        {isShown ? <SelectedThread conversation={conversation} search={search} target={target} /> : null}
        {failure ? <Center flex="1">{failure}</Center> : null}
        {isOpen ? null : <NoConversationSelected />}
      </Flex>
      {isShown && hasDetails && conversation ? (
        <DetailsPane key={conversation._id} conversation={conversation} search={search} />
      ) : null}
    </>
  );
}
