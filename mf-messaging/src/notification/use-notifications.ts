import { useInfiniteQuery } from '@solvent/http';
import { setUnreadCount, useSession } from '@solvent/store';
import { useEffect, useMemo } from 'react';
import { flatten, unreadCountOf } from './notification-pages.ts';
import { notificationsQuery } from './notifications-query.ts';

/** The person's notifications. The query cache owns them; the badge's number follows it. */
export function useNotifications() {
  const userId = useSession((session) => session.userData?._id);
  const query = useInfiniteQuery({ ...notificationsQuery(userId ?? ''), enabled: userId !== undefined });
  const notifications = useMemo(() => flatten(query.data), [query.data]);
  const unreadCount = unreadCountOf(query.data);

  useEffect(() => {
    if (unreadCount !== undefined) setUnreadCount(unreadCount);
  }, [unreadCount]);

  return { query, notifications, unreadCount: unreadCount ?? 0 };
}
