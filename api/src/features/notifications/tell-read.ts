import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/db/connect.ts';
import { notifications } from './schema.ts';
import type { Events } from '../../platform/outbox/outbox.ts';
import { notificationsRead } from './notify.ts';

/** How many unread notifications somebody has. */
export const countUnread = (db: Executor, userId: string): Promise<number> =>
  db.$count(notifications, and(eq(notifications.userId, userId), eq(notifications.read, false)));

/** Adds that somebody has read these notifications. @param ids none: nothing is said */
export async function addRead(db: Executor, events: Events, userId: string, ids: string[]): Promise<void> {
  if (ids.length > 0) events.add(notificationsRead, { userId, ids }, { userId, ids, unreadCount: await countUnread(db, userId) });
}

/** Adds that somebody has read all: every tab of theirs shows none as unread. */
export function addAllRead(events: Events, userId: string): void {
  events.add(notificationsRead, { userId, ids: null }, { userId, ids: null, unreadCount: 0 });
}
