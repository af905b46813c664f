import type { Conversation, FoundMessage } from '@solvent/contracts';
import { SearchField, useSearchDraft } from '@solvent/kit';
import { useSession } from '@solvent/store';
import { Box, Flex, IconButton, Text, VisuallyHidden } from '@solvent/ui';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { formatFoundCount, useMessageSearch } from './message-search.ts';
import { FoundMessages } from './found-messages.tsx';
import { useConversationPath } from './address.ts';

interface ThreadSearchProps {
  conversation: Conversation;
  onClose: () => void;
}

export function Component({ conversation, onClose }: ThreadSearchProps) {
  const userId = useSession((session) => session.userData?._id) ?? '';
  const [search, setSearch] = useState('');
  const { draft, setDraft, searchNow } = useSearchDraft(search, setSearch);
  const found = useMessageSearch(search, conversation._id);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector('input')?.focus(), []);

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }
  const toPath = useConversationPath();
  const toMessage = ({ seq }: FoundMessage) => toPath(conversation._id, seq);
  const isSettled = search !== '' && found.query.isSuccess;
  return (
    <Flex
      ref={panel}
      direction="column"
      position="absolute"
      top="0"
      insetX="0"
      maxH="100%"
      zIndex="2"
      bg="bg.panel"
      borderBottomWidth="1px"
      shadow="md"
      onKeyDown={handleKey}
    >
      <Flex align="center" gap="2" px="4" py="3">
        <SearchField
          label="Search in this conversation"
          placeholder="Search messages"
          draft={draft}
          onDraft={setDraft}
          onSubmit={searchNow}
        />
        <IconButton variant="ghost" colorPalette="gray" aria-label="Close search" onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </Flex>
      <VisuallyHidden role="status">{isSettled ? `${formatFoundCount(found.total)} found` : ''}</VisuallyHidden>
      {search === '' ? null : (
        <Box minH="0" overflowY="auto" overscrollBehavior="contain" borderTopWidth="1px">
          <FoundMessages
            search={found}
            userId={userId}
            label="Messages found"
            namesConversation={false}
            toMessage={toMessage}
            onOpen={onClose}
            empty={
              <Text px="4" py="6" color="fg.muted" textAlign="center">
                No messages found.
              </Text>
            }
          />
        </Box>
      )}
    </Flex>
  );
}
