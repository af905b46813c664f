import type { Notification, NotificationsResponse } from '@solvent/contracts';
import type { InfiniteData } from '@solvent/http';
import { distinct } from '@solvent/kit/responses';

/** Loaded pages, newest first. */
export type NotificationPages = InfiniteData<NotificationsResponse>;

/** Flattens the pages without duplicates: new notifications shift later pages. */
export const flattenNotifications = (pages: NotificationPages | undefined): Notification[] =>
  distinct(pages?.pages.flatMap(({ notifications }) => notifications) ?? [], ({ _id }) => _id);

/** Collects events of the same problem at the newest of them; messages are grouped by the server. */
export function groupByProblem(notifications: readonly Notification[]): [Notification, ...Notification[]][] {
  const groups = new Map<string, [Notification, ...Notification[]]>();
  for (const notification of notifications) {
    const { problemId, conversationId } = notification.data;
    const key = problemId && !conversationId ? problemId : notification._id;
    const group = groups.get(key);
    if (group) group.push(notification);
    else groups.set(key, [notification]);
  }
  return [...groups.values()];
}

/** Returns the server's count from the latest response; undefined before the first one. */
export const getUnreadCount = (pages: NotificationPages | undefined): number | undefined => pages?.pages.at(-1)?.unreadCount;

function changeAll(
  pages: NotificationPages,
  change: (notification: Notification) => Notification,
  unreadCount: number,
): NotificationPages {
  const changed = pages.pages.map((page) => ({
    ...page,
    notifications: page.notifications.map(change),
    unreadCount: Math.max(0, unreadCount),
  }));
  return { ...pages, pages: changed };
}

export function withRead(pages: NotificationPages, id: string): NotificationPages {
  const wasUnread = flattenNotifications(pages).some((notification) => notification._id === id && !notification.read);
  const unreadCount = (getUnreadCount(pages) ?? 0) - (wasUnread ? 1 : 0);
  return changeAll(
    pages,
    (notification) => (notification._id === id ? { ...notification, read: true } : notification),
    unreadCount,
  );
}

/** Marks notifications as read, or all if `ids` is null; the count is the server's. */
export const withManyRead = (pages: NotificationPages, ids: readonly string[] | null, unreadCount: number): NotificationPages =>
  changeAll(
    pages,
    (notification) => (ids === null || ids.includes(notification._id) ? { ...notification, read: true } : notification),
    unreadCount,
  );

export const withAllRead = (pages: NotificationPages): NotificationPages =>
  changeAll(pages, (notification) => ({ ...notification, read: true }), 0);

export function withAllCleared(pages: NotificationPages): NotificationPages {
  const limit = pages.pages[0]?.limit ?? 0;
  const empty: NotificationsResponse = { notifications: [], unreadCount: 0, page: 1, limit, totalPages: 1 };
  return { pages: [empty], pageParams: [1] };
}

/** Puts a new or updated notification on top. Counts it unless it was already unread. */
export function withReceived(pages: NotificationPages, fresh: Notification): NotificationPages {
  const previous = flattenNotifications(pages).find((notification) => notification._id === fresh._id);
  const wasUnread = previous !== undefined && !previous.read;
  const unreadCount = (getUnreadCount(pages) ?? 0) + (fresh.read ? 0 : 1) - (wasUnread ? 1 : 0);
  const [first, ...rest] = pages.pages.map((page) => ({
    ...page,
    notifications: page.notifications.filter((notification) => notification._id !== fresh._id),
    unreadCount: Math.max(0, unreadCount),
  }));
  return first ? { ...pages, pages: [{ ...first, notifications: [fresh, ...first.notifications] }, ...rest] } : pages;
}
