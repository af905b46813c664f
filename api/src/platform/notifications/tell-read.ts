import { and, eq } from 'drizzle-orm';
import type { Executor } from '../db/connect.ts';
import { notifications } from '../db/schema/notifications.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { Announce } from './notify.ts';

/** How many unread notifications somebody has. */
export const countUnread = (db: Executor, userId: string): Promise<number> =>
  db.$count(notifications, and(eq(notifications.userId, userId), eq(notifications.read, false)));

/**
 * Counts what is left unread after notifications were read.
 * @param ids which; none: nothing is said
 * @returns the announcement (`notifications_read` on the person's sockets), to be made after the commit
 */
export async function tellRead(db: Executor, realtime: Realtime, userId: string, ids: string[]): Promise<Announce> {
  if (ids.length === 0) return () => {};
  const unreadCount = await countUnread(db, userId);
  return () => realtime.toUser(userId, 'notifications_read', { ids, unreadCount });
}
