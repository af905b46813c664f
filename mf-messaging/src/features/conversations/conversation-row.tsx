import { BADGE_MAX } from '@solvent/contracts';
import type { Conversation } from '@solvent/contracts';
import { RelativeTime } from '@solvent/kit';
import { Link } from '@solvent/router';
import { Box, chakra, Flex, VisuallyHidden } from '@solvent/ui';
import { memo } from 'react';
import { otherParticipant } from '../../conversation/other-participant.ts';
import { PresenceAvatar, presenceWord } from '../../conversation/presence-avatar.tsx';
import { previewText } from './preview-text.ts';
import { FROM_LIST } from './way-back.tsx';

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

const Line = chakra('span', { base: { display: 'block', truncate: true } });

function UnreadBadge({ count }: { count: number }) {
  return (
    <>
      <chakra.span
        minW="18px"
        h="18px"
        px="1"
        rounded="full"
        bg="brand.solid"
        color="brand.contrast"
        fontSize="11px"
        lineHeight="18px"
        fontWeight="600"
        fontVariantNumeric="tabular-nums"
        textAlign="center"
        flexShrink="0"
        aria-hidden
      >
        {count > BADGE_MAX ? `${BADGE_MAX}+` : count}
      </chakra.span>
      <VisuallyHidden>, {count} unread</VisuallyHidden>
    </>
  );
}

interface ConversationRowProps {
  conversation: Conversation;
  userId: string;
  to: string;
  isCurrent: boolean;
  /** Whether the list alone is open: the way back from the thread leads to this very entry of the history. */
  fromList: boolean;
}

/** A conversation in the list: who, about what, what was said last and when, and how much of it is unread. */
export const ConversationRow = memo(function ConversationRow({
  conversation,
  userId,
  to,
  isCurrent,
  fromList,
}: ConversationRowProps) {
  const { problem, lastMessage, unreadCount, updatedAt } = conversation;
  const person = otherParticipant(conversation, userId);
  const isUnread = unreadCount > 0;
  return (
    <chakra.li css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border.muted' } }}>
      <RowLink
        to={to}
        state={fromList ? FROM_LIST : undefined}
        aria-current={isCurrent ? 'true' : undefined}
        data-conversation={conversation._id}
      >
        <PresenceAvatar person={person} />
        <Box as="span" display="block" flex="1" minW="0">
          <Flex as="span" align="baseline" gap="2">
            <Line flex="1" fontWeight={isUnread ? '700' : '600'}>
              {person.name}
              <VisuallyHidden>, {presenceWord(person)}</VisuallyHidden>
            </Line>
            <RelativeTime time={updatedAt} textStyle="meta" color="fg.subtle" fontVariantNumeric="tabular-nums" />
          </Flex>
          {problem ? (
            <Line textStyle="meta" color="fg.muted" mt="0.5">
              {problem.title}
            </Line>
          ) : null}
          <Flex as="span" align="center" gap="2" mt="0.5">
            <Line flex="1" color={isUnread ? 'fg' : 'fg.muted'} fontWeight={isUnread ? '500' : '400'}>
              {previewText(lastMessage, userId)}
            </Line>
            {isUnread ? <UnreadBadge count={unreadCount} /> : null}
          </Flex>
        </Box>
      </RowLink>
    </chakra.li>
  );
});
