import type { Notification } from '@solvent/contracts';
import type { QueryClient } from '@solvent/http';
import { getSession } from '@solvent/store';
import { withNew } from './notification-pages.ts';
import { notificationsKey } from './notifications-query.ts';
import type { NotificationPages } from './notifications-query.ts';

/** The key of the list of whoever is signed in now. */
export const presentListKey = () => notificationsKey(getSession().userData?._id ?? '');

/** Asks for the list again. An answer under way may be older than the reason to ask, so it is dropped. */
export async function refreshNotifications(client: QueryClient): Promise<void> {
  const queryKey = presentListKey();
  // Invalidating drops a later fetch by itself, the first one not.
  if (client.getQueryData(queryKey) === undefined) await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Puts a notification that the server just made on top of the list, without asking for it. */
export function receiveNotification(client: QueryClient, fresh: Notification): void {
  const queryKey = presentListKey();
  const pages = client.getQueryData<NotificationPages>(queryKey);
  // An answer under way may lack it and would take its place.
  if (!pages || client.isFetching({ queryKey }) > 0) void refreshNotifications(client);
  else client.setQueryData<NotificationPages>(queryKey, withNew(pages, fresh));
}
