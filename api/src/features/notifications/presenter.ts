import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { Notification } from '@solvent/contracts';
import type { NotificationRow } from './schema.ts';
import { withActor } from './actor.ts';

/** A notification, and the name that who did what it tells of has now; null where nobody did it. */
export interface ToldNotification {
  notification: Omit<NotificationRow, 'userId' | 'actorId' | 'count'>;
  actorName: string | null;
}

/** A notification as its owner sees it. */
export function presentNotification({ notification, actorName }: ToldNotification): Notification {
  const { id, type, title, message, read, createdAt, problemId, conversationId } = notification;
  const name = actorName ?? DELETED_PERSON_NAME;
  return {
    _id: id,
    type,
    title: withActor(title, name),
    message: withActor(message, name),
    read,
    createdAt: createdAt.toISOString(),
    data: { ...(problemId ? { problemId } : {}), ...(conversationId ? { conversationId } : {}) },
  };
}
