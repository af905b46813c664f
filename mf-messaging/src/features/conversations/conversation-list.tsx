import type { Conversation } from '@solvent/contracts';
import { InfiniteList, SkeletonRegion } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, Button, chakra, EmptyState, Flex, LinkButton, Skeleton, Stack } from '@solvent/ui';
import { MessagesSquare, SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { useConversations } from '../../chat/use-conversations.ts';
import { conversationAddress } from './address.ts';
import { ConversationRow } from './conversation-row.tsx';

const ROWS = ['50%', '65%', '40%', '55%', '60%', '45%'];

/** The shape of the list while it loads. */
const ListSkeleton = () => (
  <SkeletonRegion gap="0">
    {ROWS.map((width) => (
      <Flex key={width} gap="3" px="4" py="3">
        <Skeleton boxSize="40px" rounded="full" flexShrink="0" />
        <Stack flex="1" gap="2" py="0.5">
          <Skeleton h="4" w={width} />
          <Skeleton h="3" w="80%" />
          <Skeleton h="3" w="70%" />
        </Stack>
      </Flex>
    ))}
  </SkeletonRegion>
);

/** Nothing is found. */
function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No conversations found"
      text="Try another name, or other words of the problem’s title or of a message."
      action={
        <Button variant="outline" colorPalette="gray" onClick={onClear}>
          Show all conversations
        </Button>
      }
    />
  );
}

/** Nobody has written with anybody yet. */
export function NoConversations() {
  return (
    <EmptyState
      icon={MessagesSquare}
      title="No conversations yet"
      text="They begin with a bid, or with Message on a solver’s profile."
      action={<LinkButton to="/problems">Browse Problems</LinkButton>}
    />
  );
}

interface ConversationListProps {
  list: ReturnType<typeof useConversations>;
  selected: string | undefined;
  search: string;
  /** Whether something else is found below. */
  hasOthers: boolean;
  onClear: () => void;
}

type RowsProps = Pick<ConversationListProps, 'selected' | 'search'> & { conversations: readonly Conversation[] };

function Rows({ conversations, selected, search }: RowsProps) {
  const userId = useSession((session) => session.userData?._id) ?? '';
  const rows = useRef<HTMLUListElement>(null);
  // Who comes with an address sees where in the list that is.
  useEffect(() => {
    // What it gives (a promise, in newer browsers) is no clean-up.
    rows.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <chakra.ul ref={rows} listStyleType="none" aria-label="Conversations">
      {conversations.map((conversation) => (
        <ConversationRow
          key={conversation._id}
          conversation={conversation}
          userId={userId}
          to={conversationAddress({ selected: conversation._id, search })}
          isCurrent={conversation._id === selected}
          fromList={selected === undefined}
        />
      ))}
    </chakra.ul>
  );
}

/** The conversations that were found, in all their states. */
export function ConversationList({ list, selected, search, hasOthers, onClear }: ConversationListProps) {
  const { query, conversations } = list;
  const nothing = hasOthers ? null : <NothingFound onClear={onClear} />;
  return (
    <InfiniteList
      query={query}
      isEmpty={conversations.length === 0}
      skeleton={<ListSkeleton />}
      error="Your conversations could not be loaded"
      nextError="More conversations could not be loaded."
      empty={search ? nothing : <NoConversations />}
      end={{ isInScroller: true, minH: query.hasNextPage ? '52px' : undefined, px: '4' }}
    >
      <Box aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.6 : 1}>
        <Rows conversations={conversations} selected={selected} search={search} />
      </Box>
    </InfiniteList>
  );
}
