import { answerSchema, json, pagingSchema } from '../../platform/http/answer-schema.ts';

const notification = json.object({
  _id: json.id,
  type: json.text,
  title: json.text,
  message: json.text,
  read: json.yes,
  createdAt: json.time,
  data: json.object({}, { problemId: json.id, conversationId: json.id }),
});

/** `{ notifications, unreadCount }` and paging. */
export const notificationsAnswer = answerSchema({
  notifications: json.list(notification),
  unreadCount: json.integer,
  ...pagingSchema,
});

/** `{ notification }`. */
export const notificationAnswer = answerSchema({ notification });
