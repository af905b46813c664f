import { PAGE_SIZES } from '@solvent/contracts';
import type { Notification, NotificationsAnswer, ServerEvents } from '@solvent/contracts';
import { http, queryClient, useInfiniteQuery, useMutation, useQueryClient } from '@solvent/http';
import type { QueryClient } from '@solvent/http';
import { pagedQuery, pick } from '@solvent/kit/answers';
import { getSession, openTabChannel, setUnreadCount, useSession } from '@solvent/store';
import type { TabChannel } from '@solvent/store';
import { toast } from '@solvent/ui';
import { useEffect, useMemo } from 'react';
import { flattenNotifications, getUnreadCount, withAllRead, withReceived, withAllCleared, withRead, withManyRead } from './notification-updates.ts';
import type { NotificationPages } from './notification-updates.ts';
import { throttle } from '../sync/throttle.ts';

/** Where the cache keeps the list of one person: a second account in this browser never sees it. */
const notificationsKey = (userId: string) => ['notifications', 'list', userId] as const;

/** `GET /notifications`, page after page. */
const notificationsQuery = (userId: string) =>
  pagedQuery<NotificationsAnswer, NotificationsAnswer>({
    queryKey: notificationsKey(userId),
    path: '/notifications',
    limit: PAGE_SIZES.notifications,
    read: (body, page) => ({
      notifications: pick(body, 'notifications'),
      unreadCount: pick(body, 'unreadCount'),
      totalPages: pick(body, 'totalPages'),
      limit: PAGE_SIZES.notifications,
      page,
    }),
  });

/** Fetches the first page for a person who is about to open the list; nothing for a visitor. */
export async function preloadNotifications(): Promise<void> {
  const userId = getSession().userData?._id;
  if (userId) await queryClient.prefetchInfiniteQuery(notificationsQuery(userId));
}

let channel: TabChannel<string> | undefined;
const listeners = new Set<() => void>();

/** One line for speaking and hearing: it does not hear itself, so that a tab never answers its own change. */
const getTabChannel = () =>
  (channel ??= openTabChannel<string>('solvent-notifications', () => listeners.forEach((listener) => listener())));

/** Tells the browser's other tabs that the person changed the list here: all badges are to be equal. */
const notifyOtherTabs = (): void => getTabChannel().post('changed');

/**
 * Calls `listener` when the list was changed in another tab.
 *
 * @returns a function that stops listening
 */
export function onOtherTabChange(listener: () => void): () => void {
  listeners.add(listener);
  getTabChannel();
  return () => void listeners.delete(listener);
}

/** A burst of reasons asks this often (ms). */
const REFRESH_INTERVAL_MS = 500;

/** The key of the list of whoever is signed in now. */
const getCurrentListKey = () => notificationsKey(getSession().userData?._id ?? '');

async function invalidateList(client: QueryClient): Promise<void> {
  const queryKey = getCurrentListKey();
  // Invalidating drops a later fetch by itself, the first one not.
  if (client.getQueryData(queryKey) === undefined) await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Asks for the list again. An answer under way may be older than the reason to ask, so it is dropped. */
export function refreshNotifications(client: QueryClient): void {
  throttle(REFRESH_INTERVAL_MS, client, 'notifications', () => void invalidateList(client));
}

/** Changes the list by what the server says, without asking for it. */
function updateList(client: QueryClient, update: (pages: NotificationPages) => NotificationPages): void {
  const queryKey = getCurrentListKey();
  const pages = client.getQueryData<NotificationPages>(queryKey);
  if (pages) client.setQueryData<NotificationPages>(queryKey, update(pages));
  // An answer under way may lack it and would take its place.
  if (!pages || client.isFetching({ queryKey }) > 0) refreshNotifications(client);
}

/** A notification that the server just made, or one that is known and has more in it, stands on top of the list. */
export const receiveNotification = (client: QueryClient, fresh: Notification): void =>
  updateList(client, (pages) => withReceived(pages, fresh));

/** Notifications were read, here or on another device; the count is the server's. */
export const receiveRead = (client: QueryClient, { ids, unreadCount }: Parameters<ServerEvents['notifications_read']>[0]): void =>
  updateList(client, (pages) => withManyRead(pages, ids, unreadCount));

/** The person's notifications. The query cache owns them; the badge's number follows it. */
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

interface OptimisticChange<Variables> {
  /** The call that makes it true. */
  call: (variables: Variables) => Promise<unknown>;
  /** What the screen shows at once. */
  change: (pages: NotificationPages, variables: Variables) => NotificationPages;
  onSuccess?: () => void;
  onFailure?: (cause: unknown) => void;
}

/** Changes the list at once and then on the server. When the server refuses, its own list comes back. */
function useOptimisticChange<Variables = void>({ call, change, onSuccess, onFailure }: OptimisticChange<Variables>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onMutate: async (variables) => {
      const queryKey = getCurrentListKey();
      const interrupted = client.isFetching({ queryKey }) > 0;
      await client.cancelQueries({ queryKey });
      client.setQueryData<NotificationPages>(queryKey, (pages) => pages && change(pages, variables));
      return { interrupted };
    },
    onSuccess: () => {
      notifyOtherTabs();
      onSuccess?.();
    },
    onError: onFailure,
    onSettled: (_answer, error, _variables, context) => {
      if (error || context?.interrupted) refreshNotifications(client);
    },
  });
}

/** `PUT /notifications/{id}/read`: read here at once, and on the server (product 4.5). */
export function useReadNotification() {
  const { mutate } = useOptimisticChange<string>({
    call: (id) => http.put(`/notifications/${encodeURIComponent(id)}/read`),
    change: withRead,
  });
  return mutate;
}

/** `PUT /notifications/read-all` (product 7.9 and 8.5). */
export const useMarkAllRead = () =>
  useOptimisticChange({
    call: () => http.put('/notifications/read-all'),
    change: withAllRead,
    onSuccess: () => toast.success('All notifications marked as read'),
    onFailure: (cause) => toast.error('Failed to mark all notifications as read', { cause }),
  });

/** `DELETE /notifications/clear-all` (product 7.9 and 8.5). */
export const useClearAll = () =>
  useOptimisticChange({
    call: () => http.delete('/notifications/clear-all'),
    change: withAllCleared,
    onSuccess: () => toast.success('All notifications cleared'),
    onFailure: (cause) => toast.error('Failed to clear notifications', { cause }),
  });
