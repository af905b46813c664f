import type { Conversation } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Box, chakra } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import type { useConversations } from '../../chat/use-conversations.ts';
import { ConversationRow } from './conversation-row.tsx';
import { FailedList, ListSkeleton, NoConversations, NothingFound } from './list-states.tsx';
import { NextConversations } from './next-conversations.tsx';
import { conversationAddress } from './place.ts';

interface ConversationListProps {
  list: ReturnType<typeof useConversations>;
  selected: string | undefined;
  search: string;
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
export function ConversationList({ list: { query, conversations }, selected, search, onClear }: ConversationListProps) {
  if (query.isPending) return <ListSkeleton />;
  if (!query.data) return <FailedList onRetry={() => void query.refetch()} />;
  if (conversations.length === 0) return search ? <NothingFound onClear={onClear} /> : <NoConversations />;
  return (
    <Box aria-busy={query.isPlaceholderData} opacity={query.isPlaceholderData ? 0.6 : 1}>
      <Rows conversations={conversations} selected={selected} search={search} />
      {query.hasNextPage ? <NextConversations query={query} /> : null}
    </Box>
  );
}
