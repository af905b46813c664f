import type { Notification } from '@solvent/contracts';
import type { NotificationRow } from '../db/schema/notifications.ts';

/** A notification as its owner sees it. */
export function presentNotification({
  id,
  type,
  title,
  message,
  read,
  createdAt,
  problemId,
  conversationId,
}: NotificationRow): Notification {
  const data = { ...(problemId ? { problemId } : {}), ...(conversationId ? { conversationId } : {}) };
  return { _id: id, type, title, message, read, createdAt: createdAt.toISOString(), data };
}
