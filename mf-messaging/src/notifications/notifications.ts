import { PAGE_SIZES } from '@solvent/contracts';
import type { Notification, NotificationsResponse, ServerEvents } from '@solvent/contracts';
import { http, queryClient, useInfiniteQuery, useQueryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { runOptimisticMutation, updateCachedData } from '@solvent/kit';
import { pagedQuery, requireField } from '@solvent/kit/responses';
import { throttleEach } from '@solvent/kit/throttle';
import { getSession, openTabChannel, setUnreadCount, useSession } from '@solvent/store';
import type { TabChannel } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect, useMemo } from 'react';
import {
  flattenNotifications,
  getUnreadCount,
  withAllRead,
  withReceived,
  withAllCleared,
  withRead,
  withManyRead,
} from './notification-updates.ts';
import type { NotificationPages } from './notification-updates.ts';

/** Keyed by user, so that another account in this browser never sees the list. */
const notificationsKey = (userId: string) => ['notifications', 'list', userId] as const;

/** `GET /notifications`: all, or the unread ones. Changes of the list's key apply to both. */
const notificationsQuery = (userId: string, onlyUnread = false) =>
  pagedQuery<NotificationsResponse, NotificationsResponse>({
    queryKey: onlyUnread ? [...notificationsKey(userId), 'unread'] : notificationsKey(userId),
    path: '/notifications',
    params: onlyUnread ? { unread: true } : {},
    limit: PAGE_SIZES.notifications,
    read: (body, page) => ({
      notifications: requireField(body, 'notifications'),
      unreadCount: requireField(body, 'unreadCount'),
      totalPages: requireField(body, 'totalPages'),
      limit: PAGE_SIZES.notifications,
      page,
    }),
  });

export async function preloadNotifications(): Promise<void> {
  const userId = getSession().userData?._id;
  if (userId) await queryClient.prefetchInfiniteQuery(notificationsQuery(userId));
}

let channel: TabChannel<string> | undefined;
const listeners = new Set<() => void>();

/** One channel for both directions: a channel does not receive its own posts. */
const getTabChannel = () =>
  (channel ??= openTabChannel<string>('solvent-notifications', () => listeners.forEach((listener) => listener())));

const notifyOtherTabs = (): void => getTabChannel().post('changed');

/** Subscribes to changes of the list in other tabs; returns an unsubscribe function. */
export function onOtherTabChange(listener: () => void): () => void {
  listeners.add(listener);
  getTabChannel();
  return () => void listeners.delete(listener);
}

const REFRESH_INTERVAL_MS = 500;

const getCurrentListKey = () => notificationsKey(getSession().userData?._id ?? '');

async function invalidateList(client: QueryClient): Promise<void> {
  const queryKey = getCurrentListKey();
  // Invalidating cancels a refetch, but not a first fetch.
  if (client.getQueryData(queryKey) === undefined) await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Refetches the list, and cancels a running fetch, whose response may be stale. */
export const refreshNotifications = throttleEach(invalidateList, REFRESH_INTERVAL_MS);

function updateList(client: QueryClient, update: (pages: NotificationPages) => NotificationPages): void {
  const queryKey = getCurrentListKey();
  updateCachedData(client, { queryKey }, update);
  // A running response may lack the update and would overwrite it.
  if (!client.getQueryData(queryKey) || client.isFetching({ queryKey }) > 0) refreshNotifications(client);
}

export const receiveNotification = (client: QueryClient, fresh: Notification): void =>
  updateList(client, (pages) => withReceived(pages, fresh));

export const receiveRead = (client: QueryClient, { ids, unreadCount }: Parameters<ServerEvents['notifications_read']>[0]): void =>
  updateList(client, (pages) => withManyRead(pages, ids, unreadCount));

export function useNotifications() {
  const userId = useSession((session) => session.userData?._id);
  const query = useInfiniteQuery({ ...notificationsQuery(userId ?? ''), enabled: userId !== undefined });
  const notifications = useMemo(() => flattenNotifications(query.data), [query.data]);
  const unreadCount = getUnreadCount(query.data);

  useEffect(() => {
    if (unreadCount !== undefined) setUnreadCount(unreadCount);
  }, [unreadCount]);

  return { query, notifications, unreadCount: unreadCount ?? 0 };
}

/** The unread ones, always stale: reading shifts the server's pages. Ones that were read meanwhile are left out. */
export function useUnreadNotifications(enabled: boolean) {
  const userId = useSession((session) => session.userData?._id);
  const query = useInfiniteQuery({
    ...notificationsQuery(userId ?? '', true),
    enabled: enabled && userId !== undefined,
    staleTime: 0,
  });
  const notifications = useMemo(() => flattenNotifications(query.data).filter(({ read }) => !read), [query.data]);
  return { query, notifications };
}

interface ListChange {
  name: string;
  mutationFn: () => Promise<unknown>;
  update: (pages: NotificationPages) => NotificationPages;
  onSuccess?: () => void;
  onError?: (cause: Error) => void;
}

/** Updates the list at once, then on the server; refetches it if the server refuses. */
function changeList(client: QueryClient, { name, mutationFn, update, onSuccess, onError }: ListChange): void {
  const change = {
    mutationKey: ['notifications', name],
    mutationFn,
    updates: [{ queryKey: getCurrentListKey(), update }],
    onSuccess: () => {
      notifyOtherTabs();
      onSuccess?.();
    },
    onError: (error: Error) => onError?.(error),
    onSettled: (error: Error | null) => {
      if (error) refreshNotifications(client);
    },
  };
  runOptimisticMutation(client, change, undefined);
}

/** `PUT /notifications/{id}/read` (product 4.5). */
export function useReadNotification() {
  const client = useQueryClient();
  return (id: string) =>
    changeList(client, {
      name: `read ${id}`,
      mutationFn: () => http.put(`/notifications/${encodeURIComponent(id)}/read`),
      update: (pages) => withRead(pages, id),
    });
}

/** `PUT /notifications/read-all` (product 7.9, 8.5). */
export function useMarkAllRead() {
  const client = useQueryClient();
  return () =>
    changeList(client, {
      name: 'read-all',
      mutationFn: () => http.put('/notifications/read-all'),
      update: withAllRead,
      onSuccess: () => toast.success('All notifications marked as read'),
      onError: (cause) => toast.error('Failed to mark all notifications as read', { cause }),
    });
}

/** `DELETE /notifications/clear-all` (product 7.9, 8.5). */
export function useClearAll(onCleared: () => void) {
  const client = useQueryClient();
  return () =>
    changeList(client, {
      name: 'clear-all',
      mutationFn: () => http.delete('/notifications/clear-all'),
      update: withAllCleared,
      onSuccess: () => {
        toast.success('All notifications cleared');
        onCleared();
      },
      onError: (cause) => toast.error('Failed to clear notifications', { cause }),
    });
}

/** `PUT /notifications/restore-cleared` (product 4.38). */
export function useRestoreCleared(onRestored: () => void) {
  const client = useQueryClient();
  return () =>
    changeList(client, {
      name: 'restore-cleared',
      mutationFn: () => http.put('/notifications/restore-cleared'),
      update: (pages) => pages,
      onSuccess: () => {
        refreshNotifications(client);
        toast.success('Notifications restored');
        onRestored();
      },
      onError: (cause) => toast.error('Failed to restore notifications', { cause }),
    });
}
