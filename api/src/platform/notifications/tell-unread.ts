import { and, eq } from 'drizzle-orm';
import type { Executor } from '../db/connect.ts';
import { notifications } from '../db/schema/notifications.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { presentNotification } from './presenter.ts';
import { selectNotifications } from './select-notifications.ts';

/** Says the unread notification of a conversation once more, where it may not have been heard. */
export async function tellUnread(db: Executor, realtime: Realtime, userId: string, conversationId: string): Promise<void> {
  const unread = await selectNotifications(db).where(
    and(
      eq(notifications.userId, userId),
      eq(notifications.conversationId, conversationId),
      eq(notifications.type, 'new_message'),
      eq(notifications.read, false),
    ),
  );
  for (const one of unread) realtime.toUser(userId, 'notification', presentNotification(one));
}
