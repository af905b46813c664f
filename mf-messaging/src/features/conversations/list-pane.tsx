import { formatCount, partNotLoaded, SearchField, useSearchDraft } from '@solvent/kit';
import { Box, Flex, Heading, lazyComponent, VisuallyHidden } from '@solvent/ui';
import type { Ref } from 'react';
import { useMessageSearch } from '../../api/search.ts';
import type { useConversations } from '../../chat/use-conversations.ts';
import { ConversationList } from './conversation-list.tsx';

interface ListPaneProps {
  list: ReturnType<typeof useConversations>;
  selected: string | undefined;
  search: string;
  onSearch: (search: string) => void;
  /** Whether a thread is open: beside it, or on phones in its place. */
  hasThread: boolean;
  ref: Ref<HTMLDivElement>;
}

type Found = ReturnType<typeof useMessageSearch>;

/** Where nothing else tells a screen reader how the search ended. */
function FoundStatus({
  list: { query, conversations },
  search,
  found,
}: Pick<ListPaneProps, 'list' | 'search'> & { found: Found }) {
  const isSettled = search !== '' && query.isSuccess && !query.isPlaceholderData && !found.query.isPending;
  const inMessages = found.total > 0 ? `, and ${formatCount(found.total, 'message')}` : '';
  const count = `${conversations.length}${query.hasNextPage ? ' or more' : ''} found${inMessages}`;
  return <VisuallyHidden role="status">{isSettled ? count : ''}</VisuallyHidden>;
}

const InMessages = lazyComponent(() => import(/* webpackChunkName: "thread-search" */ './in-messages.tsx'));

const messagesNotLoaded = partNotLoaded('The messages');

/** The list and its search: beside the thread on wide screens, before it on phones. Behind the thread it keeps its place. */
export function ListPane({ list, selected, search, onSearch, hasThread, ref }: ListPaneProps) {
  const { draft, setDraft, searchNow } = useSearchDraft(search, onSearch);
  const found = useMessageSearch(search);
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
          placeholder="Name, problem or words"
          draft={draft}
          onDraft={setDraft}
          onSubmit={searchNow}
        />
        <FoundStatus list={list} search={search} found={found} />
      </Box>
      <Box flex="1" minH="0" overflowY="auto" overscrollBehavior="contain">
        <ConversationList
          list={list}
          selected={selected}
          search={search}
          hasOthers={search !== '' && found.messages.length > 0}
          onClear={clear}
        />
        {search === '' ? null : <InMessages found={found} search={search} renderLoadError={messagesNotLoaded} />}
      </Box>
    </Flex>
  );
}
