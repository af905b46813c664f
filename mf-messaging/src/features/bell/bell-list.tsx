import type { Notification } from '@solvent/contracts';
import { Button, chakra, Stack, Text } from '@solvent/ui';
import type { ReactNode } from 'react';
import { NotificationItem } from '../../notification/notification-item.tsx';
import { useReadNotification } from '../../notification/use-read-notification.ts';

interface BellListProps {
  notifications: Notification[];
  loading: boolean;
  /** Given when the list could not be loaded. */
  onRetry?: (() => void) | undefined;
  onOpen: () => void;
}

/** What the dropdown's list takes at most (product 2.28). */
const LIST_HEIGHT = '300px';

/** @param minH as high as the list that follows: what stands below must not move away under a click */
function Message({ minH, children }: { minH?: string; children: ReactNode }) {
  return (
    <Stack align="center" justify="center" gap="3" px="4" py="10" minH={minH} color="fg.muted" role="status">
      {children}
    </Stack>
  );
}

/** The newest notifications, at most 300 px high, or why there are none. */
export function BellList({ notifications, loading, onRetry, onOpen }: BellListProps) {
  const read = useReadNotification();
  const open = (notification: Notification) => {
    if (!notification.read) read(notification._id);
    onOpen();
  };

  if (onRetry) {
    return (
      <Message>
        <Text>Notifications could not be loaded.</Text>
        <Button size="sm" variant="outline" colorPalette="gray" onClick={onRetry}>
          Try again
        </Button>
      </Message>
    );
  }
  if (loading) return <Message minH={LIST_HEIGHT}>Loading notifications...</Message>;
  if (notifications.length === 0) return <Message>No notifications yet</Message>;
  return (
    <chakra.ul maxH={LIST_HEIGHT} overflowY="auto" overscrollBehavior="contain" listStyleType="none">
      {notifications.map((notification) => (
        <NotificationItem key={notification._id} notification={notification} compact onOpen={open} />
      ))}
    </chakra.ul>
  );
}
