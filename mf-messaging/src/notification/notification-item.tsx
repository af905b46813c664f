import type { Notification } from '@solvent/contracts';
import { RelativeTime } from '@solvent/kit';
import { Box, chakra, Flex, VisuallyHidden } from '@solvent/ui';
import { NotificationIcon } from './notification-icon.tsx';
import { NotificationRow } from './notification-row.tsx';

interface NotificationItemProps {
  notification: Notification;
  /** Fewer lines, for the bell's dropdown. */
  compact?: boolean;
  onOpen: (notification: Notification) => void;
}

function UnreadDot() {
  return (
    <>
      <Box as="span" boxSize="2" mt="6px" rounded="full" bg="brand.solid" flexShrink="0" aria-hidden />
      <VisuallyHidden>Unread</VisuallyHidden>
    </>
  );
}

/** A notification in a list: dot while unread, title, message, relative time (product 2.27). */
export function NotificationItem({ notification, compact = false, onOpen }: NotificationItemProps) {
  const { type, title, message, read, createdAt } = notification;
  return (
    <chakra.li css={{ '& + &': { borderTopWidth: '1px' } }}>
      <NotificationRow notification={notification} onOpen={onOpen}>
        <NotificationIcon type={type} />
        <Box as="span" display="block" flex="1" minW="0">
          <Flex as="span" align="flex-start" gap="2">
            {read ? null : <UnreadDot />}
            <chakra.span
              flex="1"
              minW="0"
              fontWeight={read ? '500' : '600'}
              color={read ? 'fg.muted' : 'fg'}
              overflowWrap="anywhere"
              lineClamp={compact ? 1 : undefined}
            >
              {title}
            </chakra.span>
            <RelativeTime time={createdAt} textStyle="meta" mt="2px" color="fg.muted" fontVariantNumeric="tabular-nums" />
          </Flex>
          <chakra.span
            display={compact ? undefined : 'block'}
            lineClamp={compact ? 2 : undefined}
            color="fg.muted"
            mt="0.5"
            overflowWrap="anywhere"
          >
            {message}
          </chakra.span>
        </Box>
      </NotificationRow>
    </chakra.li>
  );
}
