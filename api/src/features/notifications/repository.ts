import { and, desc, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/db/connect.ts';
import { notifications } from '../../platform/db/schema/notifications.ts';
import type { ToldNotification } from '../../platform/notifications/presenter.ts';
import { selectNotifications } from '../../platform/notifications/select-notifications.ts';

/** A stretch of somebody's notifications, newest first. */
export function listNotifications(
  db: Executor,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<ToldNotification[]> {
  return selectNotifications(db)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit)
    .offset((page - 1) * limit);
}

/** How many notifications somebody has. */
export const countNotifications = (db: Executor, userId: string): Promise<number> =>
  db.$count(notifications, eq(notifications.userId, userId));

const unreadOf = (userId: string) => and(eq(notifications.userId, userId), eq(notifications.read, false));

/** A notification that was marked as read; `changed` where it was not before. */
export interface MarkedNotification extends ToldNotification {
  changed: boolean;
}

/** Marks one as read; undefined when this person has no such notification. */
export async function markRead(db: Executor, userId: string, id: string): Promise<MarkedNotification | undefined> {
  const own = eq(notifications.id, id);
  const marked = await db
    .update(notifications)
    .set({ read: true })
    .where(and(own, unreadOf(userId)))
    .returning({ id: notifications.id });
  const [found] = await selectNotifications(db).where(and(own, eq(notifications.userId, userId)));
  return found && { ...found, changed: marked.length > 0 };
}

/** Marks all of somebody's as read. */
export async function markAllRead(db: Executor, userId: string): Promise<void> {
  await db.update(notifications).set({ read: true }).where(unreadOf(userId));
}

/** Removes all of somebody's. */
export async function clearNotifications(db: Executor, userId: string): Promise<void> {
  await db.delete(notifications).where(eq(notifications.userId, userId));
}
