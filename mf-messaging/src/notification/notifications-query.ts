import { PAGE_SIZES } from '@solvent/contracts';
import type { NotificationsAnswer } from '@solvent/contracts';
import { http, infiniteQueryOptions, queryClient } from '@solvent/http';
import type { InfiniteData } from '@solvent/http';
import { getSession } from '@solvent/store';

/** The list as the query cache holds it: the pages loaded so far, newest first. */
export type NotificationPages = InfiniteData<NotificationsAnswer>;

/** Where the cache keeps the list of one person: a second account in this browser never sees it. */
export const notificationsKey = (userId: string) => ['notifications', 'list', userId] as const;

async function fetchNotifications(page: number, signal: AbortSignal): Promise<NotificationsAnswer> {
  const { data } = await http.get<NotificationsAnswer>('/notifications', {
    params: { page, limit: PAGE_SIZES.notifications },
    signal,
  });
  return data;
}

/** `GET /notifications`, page after page. */
export const notificationsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: notificationsKey(userId),
    queryFn: ({ pageParam, signal }) => fetchNotifications(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page < last.totalPages ? last.page + 1 : undefined),
  });

/** Fetches the first page for a person who is about to open the list; nothing for a visitor. */
export async function preloadNotifications(): Promise<void> {
  const userId = getSession().userData?._id;
  if (userId) await queryClient.prefetchInfiniteQuery(notificationsQuery(userId));
}
