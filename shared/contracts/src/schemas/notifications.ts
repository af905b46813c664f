import { pagingSchema, personSchema } from './common.ts';
import { json } from './json.ts';
import type { TypeOf } from './json.ts';

/** A notification (product 3.11). */
export const notificationSchema = json.named('Notification').object({
  _id: json.id,
  /** A `NotificationType`. Unknown types are valid and have no target. */
  type: json.text,
  title: json.text,
  message: json.text,
  read: json.boolean,
  createdAt: json.time,
  /** Null for a system notification or a deleted account. */
  actor: json.orNull(personSchema),
  data: json.object({}, { problemId: json.id, conversationId: json.id, moduleId: json.id, path: json.text }),
});
export type Notification = TypeOf<typeof notificationSchema>;

export const notificationResponse = json.object({ notification: notificationSchema });

export const notificationsResponse = json.object({
  notifications: json.list(notificationSchema),
  unreadCount: json.integer,
  ...pagingSchema,
});
export type NotificationsResponse = TypeOf<typeof notificationsResponse>;
