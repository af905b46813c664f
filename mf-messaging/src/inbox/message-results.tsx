import type { FoundMessage } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Box, Button, EmptyState, Text, VisuallyHidden } from '@solvent/ui';
import { SearchX } from 'lucide-react';
import { formatFoundCount, useMessageSearch } from './message-search.ts';
import type { useConversations } from '../sync/use-conversations.ts';
import { FoundMessages } from './found-messages.tsx';
import { useConversationPath } from './address.ts';

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No conversations found"
      text="Try another name, problem title, or word from a message."
      action={
        <Button variant="outline" colorPalette="gray" onClick={onClear}>
          Show all conversations
        </Button>
      }
    />
  );
}

interface MessageResultsProps {
  list: ReturnType<typeof useConversations>;
  search: string;
  onClear: () => void;
}

/** Messages found by the list's search, and the result count for screen readers. */
export function Component({ list: { query, conversations }, search, onClear }: MessageResultsProps) {
  const userId = useSession((session) => session.userData?._id) ?? '';
  const found = useMessageSearch(search);
  const isFound = query.isSuccess && !query.isPlaceholderData;
  const isSettled = isFound && !found.query.isPending;
  const hasNoMessages = found.query.isSuccess && found.messages.length === 0;
  const messageCountText = found.total > 0 ? `, and ${formatFoundCount(found.total)}` : '';
  const count = `${conversations.length}${query.hasNextPage ? ' or more' : ''} found${messageCountText}`;
  const toPath = useConversationPath();
  const toMessage = ({ seq, conversation }: FoundMessage) => toPath(conversation._id, seq);
  return (
    <>
      <VisuallyHidden role="status">{isSettled ? count : ''}</VisuallyHidden>
      {hasNoMessages && isFound && conversations.length === 0 ? <NothingFound onClear={onClear} /> : null}
      {hasNoMessages ? null : (
        <Box borderTopWidth={conversations.length > 0 ? '1px' : '0'}>
          <Text px="4" pt="3" pb="1" textStyle="meta" fontWeight="600" color="fg.muted">
            Messages
          </Text>
          <FoundMessages
            search={found}
            userId={userId}
            label="Messages found"
            namesConversation
            toMessage={toMessage}
            empty={null}
          />
        </Box>
      )}
    </>
  );
}
