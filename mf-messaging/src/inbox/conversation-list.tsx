import type { Conversation } from '@solvent/contracts';
import { InfiniteList, SkeletonRegion } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, chakra, Flex, Skeleton, Stack } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { useConversations } from '../sync/use-conversations.ts';
import { useConversationPath } from './address.ts';
import { ConversationRow } from './conversation-row.tsx';

const SKELETON_WIDTHS = ['50%', '65%', '40%', '55%', '60%', '45%'];

const ListSkeleton = () => (
  <SkeletonRegion gap="0">
    {SKELETON_WIDTHS.map((width) => (
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

interface ConversationListProps {
  list: ReturnType<typeof useConversations>;
  selected: string | undefined;
  /** Shown without conversations. */
  empty: ReactNode;
}

type RowsProps = Pick<ConversationListProps, 'selected'> & { conversations: readonly Conversation[] };

function ConversationRows({ conversations, selected }: RowsProps) {
  const toPath = useConversationPath();
  const userId = useSession((session) => session.userData?._id) ?? '';
  const rows = useRef<HTMLUListElement>(null);
  // Scrolls the row of the open conversation into view.
  useEffect(() => {
    // Newer browsers return a promise here: it must not become the effect's clean-up.
    rows.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <chakra.ul ref={rows} listStyleType="none" aria-label="Conversations">
      {conversations.map((conversation) => (
        <ConversationRow
          key={conversation._id}
          conversation={conversation}
          userId={userId}
          to={toPath(conversation._id)}
          isCurrent={conversation._id === selected}
          fromList={selected === undefined}
        />
      ))}
    </chakra.ul>
  );
}

export function ConversationList({ list, selected, empty }: ConversationListProps) {
  const { query, conversations } = list;
  return (
    <InfiniteList
      query={query}
      isEmpty={conversations.length === 0}
      skeleton={<ListSkeleton />}
      error="Your conversations could not be loaded"
      nextError="More conversations could not be loaded."
      empty={empty}
      end={{ isInScroller: true, minH: query.hasNextPage ? '52px' : undefined, px: '4' }}
    >
      <Box aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.6 : 1}>
        <ConversationRows conversations={conversations} selected={selected} />
      </Box>
    </InfiniteList>
  );
}
