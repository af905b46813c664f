import type { Conversation, MessagePreview } from '@solvent/contracts';
import { formatCount, RelativeTime, UnreadBadge } from '@solvent/kit';
import { Link } from '@solvent/router';
import { Box, chakra, Flex, VisuallyHidden } from '@solvent/ui';
import { memo, useCallback, useSyncExternalStore } from 'react';
import { getOtherParticipant, PresenceAvatar, getPresenceText } from '../thread/person-header.tsx';
import { readDraftPreview, onDraftChange } from '../composer/draft.ts';
import { FROM_LIST_STATE } from './thread-header.tsx';

/** Formats the latest message for its row: "You: …", "2 files". */
function formatPreview(message: MessagePreview | null, userId: string): string {
  if (!message) return 'No messages yet';
  const { text, fileCount, senderId } = message;
  return `${senderId === userId ? 'You: ' : ''}${text || formatCount(fileCount, 'file')}`;
}

const RowLink = chakra(Link, {
  base: {
    display: 'flex',
    gap: '3',
    px: '4',
    py: '3',
    color: 'fg',
    transitionProperty: 'background-color',
    transitionDuration: '150ms',
    _hover: { bg: 'bg.muted' },
    '&[aria-current]': { bg: 'brand.subtle', boxShadow: 'inset 3px 0 0 var(--chakra-colors-brand-solid)' },
    focusVisibleRing: 'inside',
  },
});

function useDraftPreview(userId: string, conversationId: string): string | undefined {
  return useSyncExternalStore(
    onDraftChange,
    useCallback(() => readDraftPreview({ userId, conversationId }), [userId, conversationId]),
  );
}

const Line = chakra('span', { base: { display: 'block', truncate: true } });

interface ConversationRowProps {
  conversation: Conversation;
  userId: string;
  to: string;
  isCurrent: boolean;
  /** Whether only the list is open, so that "Back" can return to this history entry. */
  fromList: boolean;
}

export const ConversationRow = memo(function ConversationRow({
  conversation,
  userId,
  to,
  isCurrent,
  fromList,
}: ConversationRowProps) {
  const { problem, lastMessage, unreadCount, updatedAt } = conversation;
  const person = getOtherParticipant(conversation, userId);
  const isUnread = unreadCount > 0;
  const draft = useDraftPreview(userId, conversation._id);
  const isDraft = draft !== undefined && !isCurrent;
  return (
    <chakra.li css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border.muted' } }}>
      <RowLink
        to={to}
        state={fromList ? FROM_LIST_STATE : undefined}
        aria-current={isCurrent ? 'true' : undefined}
        data-conversation={conversation._id}
      >
        <PresenceAvatar person={person} />
        <Box as="span" display="block" flex="1" minW="0">
          <Flex as="span" align="baseline" gap="2">
            <Line dir="auto" flex="1" fontWeight={isUnread ? '700' : '600'}>
              {person.name}
              <VisuallyHidden>, {getPresenceText(person)}</VisuallyHidden>
            </Line>
            <RelativeTime time={updatedAt} textStyle="meta" color="fg.subtle" fontVariantNumeric="tabular-nums" />
          </Flex>
          {problem ? (
            <Line dir="auto" textStyle="meta" color="fg.muted" mt="0.5">
              {problem.title}
            </Line>
          ) : null}
          <Flex as="span" align="center" gap="2" mt="0.5">
            <Line dir="auto" flex="1" color={isUnread ? 'fg' : 'fg.muted'} fontWeight={isUnread ? '500' : '400'}>
              {isDraft ? (
                <>
                  <chakra.span color="brand.fg" fontWeight="600">
                    Draft
                  </chakra.span>
                  {draft === '' ? '' : `: ${draft}`}
                </>
              ) : (
                formatPreview(lastMessage, userId)
              )}
            </Line>
            <UnreadBadge
              count={unreadCount}
              minW="18px"
              h="18px"
              fontSize="11px"
              lineHeight="18px"
              fontWeight="600"
              flexShrink="0"
            />
            {isUnread ? <VisuallyHidden>, {unreadCount} unread</VisuallyHidden> : null}
          </Flex>
        </Box>
      </RowLink>
    </chakra.li>
  );
});
