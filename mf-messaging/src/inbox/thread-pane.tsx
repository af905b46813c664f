import type { Conversation, OpenConversationBody } from '@solvent/contracts';
import { onReconnect } from '@solvent/http';
import { Box, Center, Flex, lazyComponent, useDialogState } from '@solvent/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { useOpenConversation } from '../sync/conversations.ts';
import type { useConversation } from '../sync/use-conversations.ts';
import { renderNothing } from '../composer/lazy-parts.ts';
import { FULL_WIDTH } from '../thread/fill-screen.tsx';
import { ThreadUnavailable } from '../thread/thread-unavailable.tsx';
import { useMinWidth, THREE_PANES_QUERY } from './use-min-width.ts';
import type { Target } from '../thread/list/use-shown-messages.ts';
import { Thread } from '../thread/thread.tsx';
import { EmptyList } from './list-pane.tsx';
import { ThreadHeader } from './thread-header.tsx';

/** Opens or creates the conversation of a `?with=` address, once per address. */
export function useOpenFromAddress(opening: OpenConversationBody | undefined, onOpened: (id: string) => void) {
  const { mutate, error } = useOpenConversation();
  const open = (body: OpenConversationBody) => mutate(body, { onSuccess: ({ _id }) => onOpened(_id) });
  const openOnMount = useEffectEvent(open);
  const userId = opening?.userId;
  const problemId = opening?.problemId;
  useEffect(() => {
    if (userId) openOnMount({ userId, problemId });
  }, [userId, problemId]);
  const retry = () => (opening ? open(opening) : undefined);
  const retryFailed = useEffectEvent(() => (error ? retry() : undefined));
  useEffect(() => onReconnect(retryFailed), []);
  return { error: opening ? error : null, retry };
}

interface ThreadPaneProps {
  /** Whether a conversation is selected or about to be opened. */
  isOpen: boolean;
  isListPending: boolean;
  open: ReturnType<typeof useConversation>;
  opening: ReturnType<typeof useOpenFromAddress>;
  target: Target | undefined;
  ref: Ref<HTMLDivElement>;
}

function renderFailure({ open: { query, conversation }, opening }: Pick<ThreadPaneProps, 'open' | 'opening'>): ReactNode {
  if (opening.error) return <ThreadUnavailable isOpening error={opening.error} onRetry={opening.retry} />;
  if (conversation || !query.error) return null;
  return <ThreadUnavailable error={query.error} onRetry={() => void query.refetch()} />;
}

const ThreadSearch = lazyComponent(() => import(/* webpackChunkName: "thread-search" */ './thread-search.tsx'));
const Details = lazyComponent(() => import(/* webpackChunkName: "conversation-side" */ './details.tsx'));
const DetailsSheet = lazyComponent(() => import(/* webpackChunkName: "conversation-menu" */ './details-sheet.tsx'));

type SelectedThreadProps = Pick<ThreadPaneProps, 'target'> & { conversation: Conversation | undefined; hasDetails: boolean };

function SelectedThread({ conversation, target, hasDetails }: SelectedThreadProps) {
  const details = useDialogState('The conversation’s details');
  const areDetailsOpen = conversation !== undefined && !hasDetails && details.isOpen;
  /** Id of the searched conversation; another one opens without the search. */
  const [searchedId, setSearchedId] = useState<string>();
  const isSearching = conversation !== undefined && searchedId === conversation._id;
  const searchButton = useRef<HTMLButtonElement>(null);
  const close = () => {
    setSearchedId(undefined);
    searchButton.current?.focus();
  };
  return (
    <>
      <ThreadHeader
        conversation={conversation}
        isSearching={isSearching}
        onSearch={() => setSearchedId(isSearching ? undefined : conversation?._id)}
        searchButton={searchButton}
        areDetailsOpen={areDetailsOpen}
        onOpenDetails={details.open}
      />
      {areDetailsOpen ? (
        <DetailsSheet conversation={conversation} onClose={details.close} onLoadError={details.onLoadError} />
      ) : null}
      {conversation ? (
        <Box flex="1" minH="0" position="relative">
          <Thread key={conversation._id} conversation={conversation} target={target} />
          {isSearching ? <ThreadSearch conversation={conversation} onClose={close} onLoadError={close} /> : null}
        </Box>
      ) : null}
    </>
  );
}

export function ThreadPane({ isOpen, isListPending, open, opening, target, ref }: ThreadPaneProps) {
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
        {isShown ? <SelectedThread conversation={conversation} target={target} hasDetails={hasDetails} /> : null}
        {isShown ? null : (
          <Center flex="1">
            {failure ?? (isListPending ? null : <EmptyList list="selection" renderLoadError={renderNothing} />)}
          </Center>
        )}
      </Flex>
      {isShown && hasDetails && conversation ? (
        <Box
          as="aside"
          aria-label="About this conversation"
          w="272px"
          css={{ [FULL_WIDTH]: { width: '320px' } }}
          flexShrink="0"
          minH="0"
          overflowY="auto"
          overscrollBehavior="contain"
          borderStartWidth="1px"
        >
          <Details key={conversation._id} conversation={conversation} />
        </Box>
      ) : null}
    </>
  );
}
