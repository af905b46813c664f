import { renderInlineLoadError, SearchField, useSearchDraft } from '@solvent/kit';
import { Box, Flex, Heading, lazyComponent } from '@solvent/ui';
import type { Ref } from 'react';
import type { useConversations } from '../sync/use-conversations.ts';
import { ConversationList } from './conversation-list.tsx';

interface ListPaneProps {
  list: ReturnType<typeof useConversations>;
  selected: string | undefined;
  search: string;
  onSearch: (search: string) => void;
  /** Whether a thread is open: beside the list, or instead of it on phones. */
  hasThread: boolean;
  ref: Ref<HTMLDivElement>;
}

const MessageResults = lazyComponent(() => import(/* webpackChunkName: "thread-search" */ './message-results.tsx'));

const renderMessagesError = renderInlineLoadError('The messages');

/** Stays mounted behind the thread on phones, to keep its scroll position. */
export function ListPane({ list, selected, search, onSearch, hasThread, ref }: ListPaneProps) {
  const { draft, setDraft, searchNow } = useSearchDraft(search, onSearch);
  const clear = () => {
    setDraft('');
    onSearch('');
  };
  return (
    <Flex
      as="section"
      ref={ref}
      aria-label="All conversations"
      direction="column"
      w={{ base: '100%', md: '320px' }}
      flexShrink="0"
      minH="0"
      borderEndWidth={{ md: '1px' }}
      position={{ base: hasThread ? 'absolute' : 'static', md: 'static' }}
      inset="0"
      visibility={{ base: hasThread ? 'hidden' : 'visible', md: 'visible' }}
    >
      <Box px="4" pt="4" pb="3" borderBottomWidth="1px">
        <Heading as={hasThread ? 'h2' : 'h1'} tabIndex={-1} outline="0" textStyle="sectionTitle" mb="3">
          Conversations
        </Heading>
        <SearchField
          label="Search conversations"
          placeholder="Search conversations"
          draft={draft}
          onDraft={setDraft}
          onSubmit={searchNow}
        />
      </Box>
      <Box flex="1" minH="0" overflowY="auto" overscrollBehavior="contain">
        <ConversationList list={list} selected={selected} search={search} />
        {search === '' ? null : (
          <MessageResults list={list} search={search} onClear={clear} renderLoadError={renderMessagesError} />
        )}
      </Box>
    </Flex>
  );
}
