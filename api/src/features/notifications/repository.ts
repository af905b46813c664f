import { and, desc, eq } from 'drizzle-orm';
import type { Executor, Tx } from '../../platform/db/connect.ts';
import { notifications } from './schema.ts';
import { addAllRead, addRead } from './tell-read.ts';
import type { Events } from '../../platform/outbox/outbox.ts';
import type { ToldNotification } from './presenter.ts';
import { selectNotifications } from './select-notifications.ts';

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

/** Marks one as read; undefined when this person has no such notification. */
export async function markRead(tx: Tx, events: Events, userId: string, id: string): Promise<ToldNotification | undefined> {
  const own = eq(notifications.id, id);
  const marked = await tx
    .update(notifications)
    .set({ read: true })
    .where(and(own, unreadOf(userId)))
    .returning({ id: notifications.id });
  await addRead(
    tx,
    events,
    userId,
    marked.map((row) => row.id),
  );
  const [found] = await selectNotifications(tx).where(and(own, eq(notifications.userId, userId)));
  return found;
}

/** Marks all of somebody's as read. */
export async function markAllRead(tx: Tx, events: Events, userId: string): Promise<void> {
  await tx.update(notifications).set({ read: true }).where(unreadOf(userId));
  addAllRead(events, userId);
}

/** Removes all of somebody's. */
export async function clearNotifications(tx: Tx, events: Events, userId: string): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.userId, userId));
  addAllRead(events, userId);
}
