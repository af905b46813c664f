import type { Notification, ServerEvents } from '@solvent/contracts';
import type { QueryClient } from '@solvent/http';
import { getSession } from '@solvent/store';
import { throttle } from '../api/throttle.ts';
import { withNew, withReadOnes } from './notification-pages.ts';
import { notificationsKey } from './notifications-query.ts';
import type { NotificationPages } from './notifications-query.ts';

/** A burst of reasons asks this often (ms). */
const REST = 500;

/** The key of the list of whoever is signed in now. */
export const presentListKey = () => notificationsKey(getSession().userData?._id ?? '');

async function askAgain(client: QueryClient): Promise<void> {
  const queryKey = presentListKey();
  // Invalidating drops a later fetch by itself, the first one not.
  if (client.getQueryData(queryKey) === undefined) await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Asks for the list again. An answer under way may be older than the reason to ask, so it is dropped. */
export function refreshNotifications(client: QueryClient): void {
  throttle(REST, client, 'notifications', () => void askAgain(client));
}

/** Changes the list by what the server says, without asking for it. */
function change(client: QueryClient, changed: (pages: NotificationPages) => NotificationPages): void {
  const queryKey = presentListKey();
  const pages = client.getQueryData<NotificationPages>(queryKey);
  if (pages) client.setQueryData<NotificationPages>(queryKey, changed(pages));
  // An answer under way may lack it and would take its place.
  if (!pages || client.isFetching({ queryKey }) > 0) refreshNotifications(client);
}

/** A notification that the server just made, or one that is known and has more in it, stands on top of the list. */
export const receiveNotification = (client: QueryClient, fresh: Notification): void =>
  change(client, (pages) => withNew(pages, fresh));

/** Notifications were read, here or on another device; the count is the server's. */
export const receiveRead = (client: QueryClient, { ids, unreadCount }: Parameters<ServerEvents['notifications_read']>[0]): void =>
  change(client, (pages) => withReadOnes(pages, ids, unreadCount));
