import type { Notification } from '@solvent/contracts';
import { chakra } from '@solvent/ui';
import { NotificationItem } from '../../notification/notification-item.tsx';
import { useReadNotification } from '../../notification/use-read-notification.ts';

const List = chakra('ul', {
  base: { bg: 'bg.panel', borderWidth: '1px', rounded: 'l3', overflow: 'hidden', listStyleType: 'none' },
});

/** All notifications, newest first. */
export function NotificationList({ notifications }: { notifications: Notification[] }) {
  const read = useReadNotification();
  const open = ({ _id, read: wasRead }: Notification) => (wasRead ? undefined : read(_id));
  return (
    <List aria-label="Notifications">
      {notifications.map((notification) => (
        <NotificationItem key={notification._id} notification={notification} onOpen={open} />
      ))}
    </List>
  );
}
