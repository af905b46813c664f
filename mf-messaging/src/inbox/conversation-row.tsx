import type { Conversation, MessagePreview } from '@solvent/contracts';
import { formatCount, RelativeTime, UnreadBadge } from '@solvent/kit';
import { Link } from '@solvent/router';
import { Box, chakra, Flex, Span, VisuallyHidden } from '@solvent/ui';
import { BellOff, Pin } from 'lucide-react';
import { memo, useCallback, useSyncExternalStore } from 'react';
import { getOtherParticipant, PresenceAvatar, getPresenceText } from '../thread/person-header.tsx';
import { readDraftPreview, onDraftChange } from '../composer/draft.ts';
import { isUnread } from '../sync/conversation-updates.ts';
import { ConversationMenu } from './conversation-menu.tsx';
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
    // Touch screens always show the menu's button.
    '@media (hover: none)': { pe: '12' },
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

/** Number of unread messages, or a dot for "marked as unread"; subdued if the conversation is muted. */
function UnreadMark({ conversation: { unreadCount, muted, markedUnread } }: Pick<ConversationRowProps, 'conversation'>) {
  if (unreadCount === 0)
    return markedUnread ? (
      <Span
        boxSize="10px"
        rounded="full"
        bg={muted ? 'fg.subtle' : 'brand.solid'}
        flexShrink="0"
        _highContrast={{ bg: 'CanvasText' }}
      />
    ) : null;
  return (
    <UnreadBadge
      count={unreadCount}
      minW="18px"
      h="18px"
      fontSize="11px"
      lineHeight="18px"
      fontWeight="600"
      flexShrink="0"
      {...(muted && { bg: 'bg.emphasized', color: 'fg.muted' })}
    />
  );
}

/** Describes the marks for screen readers. */
const describeMarks = ({ unreadCount, markedUnread, pinned, muted }: Conversation): string =>
  [
    unreadCount > 0 ? `${unreadCount} unread` : markedUnread ? 'marked as unread' : '',
    pinned ? 'pinned' : '',
    muted ? 'muted' : '',
  ]
    .filter(Boolean)
    .map((text) => `, ${text}`)
    .join('');

/** Where there is a pointer, the button replaces the unread mark while the row is hovered or focused. */
const MENU_STYLE = {
  position: 'absolute',
  bottom: '2.5',
  insetEnd: '3',
  css: {
    '@media (hover: none)': { boxSize: '44px', bottom: 'calc(50% - 22px)', insetInlineEnd: '2px' },
    '@media (hover: hover)': {
      w: '44px',
      h: '28px',
      bg: 'bg.raised',
      borderWidth: '1px',
      borderColor: 'border',
      'li:not(:hover, :focus-within) > &:not([data-state=open])': { opacity: 0 },
    },
  },
} as const;

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
  const { problem, lastMessage, pinned, muted, updatedAt } = conversation;
  const person = getOtherParticipant(conversation, userId);
  const isBold = isUnread(conversation) && !muted;
  const draft = useDraftPreview(userId, conversation._id);
  const isDraft = draft !== undefined && !isCurrent;
  return (
    <chakra.li position="relative" css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border.muted' } }}>
      <RowLink
        to={to}
        state={fromList ? FROM_LIST_STATE : undefined}
        aria-current={isCurrent ? 'true' : undefined}
        data-conversation={conversation._id}
      >
        <PresenceAvatar person={person} />
        <Box as="span" display="block" flex="1" minW="0">
          <Flex as="span" align="baseline" gap="2">
            <Line dir="auto" flex="1" fontWeight={isBold ? '700' : '600'}>
              {person.name}
              <VisuallyHidden>, {getPresenceText(person)}</VisuallyHidden>
            </Line>
            {pinned ? <Box as={Pin} boxSize="12px" alignSelf="center" color="fg.subtle" aria-hidden /> : null}
            {muted ? <Box as={BellOff} boxSize="12px" alignSelf="center" color="fg.subtle" aria-hidden /> : null}
            <RelativeTime time={updatedAt} textStyle="meta" color="fg.subtle" fontVariantNumeric="tabular-nums" />
          </Flex>
          {problem ? (
            <Line dir="auto" textStyle="meta" color="fg.muted" mt="0.5">
              {problem.title}
            </Line>
          ) : null}
          <Flex as="span" align="center" gap="2" mt="0.5">
            <Line dir="auto" flex="1" color={isBold ? 'fg' : 'fg.muted'} fontWeight={isBold ? '500' : '400'}>
              {isDraft ? (
                <>
                  <Span color="brand.fg" fontWeight="600">
                    Draft:
                  </Span>{' '}
                  {draft || 'files'}
                </>
              ) : (
                formatPreview(lastMessage, userId)
              )}
            </Line>
            <UnreadMark conversation={conversation} />
            <VisuallyHidden>{describeMarks(conversation)}</VisuallyHidden>
          </Flex>
        </Box>
      </RowLink>
      <ConversationMenu {...MENU_STYLE} conversation={conversation} label={`More for ${person.name}`} isCurrent={isCurrent} />
    </chakra.li>
  );
});
