import type { FoundMessage } from '@solvent/contracts';
import { InfiniteList, RelativeTime, SkeletonRegion } from '@solvent/kit';
import { Link } from '@solvent/router';
import { Box, chakra, Flex, PersonAvatar, Skeleton, Stack } from '@solvent/ui';
import type { ReactNode } from 'react';
import type { useMessageSearch } from './message-search.ts';

const RowLink = chakra(Link, {
  base: {
    display: 'flex',
    gap: '3',
    px: '4',
    py: '3',
    color: 'fg',
    _hover: { bg: 'bg.muted' },
    focusVisibleRing: 'inside',
  },
});

const Mark = chakra('mark', { base: { bg: 'brand.muted', color: 'fg', fontWeight: '600', rounded: '2px' } });

function Snippet({ snippet: { text, ranges } }: Pick<FoundMessage, 'snippet'>) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    parts.push(text.slice(end, from), <Mark key={from}>{text.slice(from, to)}</Mark>);
    end = to;
  }
  return (
    <Box as="span" dir="auto" display="block" lineClamp={3} overflowWrap="anywhere" color="fg.muted">
      {parts}
      {text.slice(end)}
    </Box>
  );
}

const ListSkeleton = () => (
  <SkeletonRegion gap="0">
    {['70%', '55%', '65%'].map((width) => (
      <Flex key={width} gap="3" px="4" py="3">
        <Skeleton boxSize="28px" rounded="full" flexShrink="0" />
        <Stack flex="1" gap="2">
          <Skeleton h="4" w="40%" />
          <Skeleton h="3" w={width} />
        </Stack>
      </Flex>
    ))}
  </SkeletonRegion>
);

interface FoundMessagesProps {
  search: ReturnType<typeof useMessageSearch>;
  userId: string;
  label: string;
  /** Whether rows also name the recipient. */
  namesConversation: boolean;
  toMessage: (message: FoundMessage) => string;
  onOpen?: () => void;
  empty: ReactNode;
}

export function FoundMessages({ search, userId, label, namesConversation, toMessage, onOpen, empty }: FoundMessagesProps) {
  const { query, messages } = search;
  const formatSender = ({ sender, conversation }: FoundMessage) => {
    const senderName = sender._id === userId ? 'You' : sender.name;
    return namesConversation && sender._id === userId ? `You to ${conversation.with.name}` : senderName;
  };
  return (
    <InfiniteList
      query={query}
      isEmpty={messages.length === 0}
      skeleton={<ListSkeleton />}
      error="The messages could not be searched"
      nextError="More messages could not be loaded."
      empty={empty}
      end={{ isInScroller: true, minH: query.hasNextPage ? '52px' : undefined, px: '4' }}
    >
      <chakra.ul listStyleType="none" aria-label={label}>
        {messages.map((message) => (
          <chakra.li key={message._id} css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border.muted' } }}>
            <RowLink to={toMessage(message)} onClick={onOpen}>
              <PersonAvatar person={message.sender} diameter={28} mt="0.5" />
              <Box as="span" display="block" flex="1" minW="0">
                <Flex as="span" align="baseline" gap="2">
                  <chakra.span dir="auto" flex="1" fontWeight="600" truncate>
                    {formatSender(message)}
                  </chakra.span>
                  <RelativeTime time={message.createdAt} textStyle="meta" color="fg.subtle" fontVariantNumeric="tabular-nums" />
                </Flex>
                <Snippet snippet={message.snippet} />
              </Box>
            </RowLink>
          </chakra.li>
        ))}
      </chakra.ul>
    </InfiniteList>
  );
}
