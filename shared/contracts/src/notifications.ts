import type { IsoTime, Paging } from './envelope.ts';

/** Types of notification (product 3.11). */
export const NOTIFICATION_TYPES = ['bid_accepted', 'bid_rejected', 'new_bid', 'message_received', 'new_message'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** A notification (product 3.11). Other types than the known ones may come: they lead nowhere. */
export interface Notification {
  _id: string;
  type: NotificationType | (string & {});
  title: string;
  message: string;
  read: boolean;
  createdAt: IsoTime;
  data: { problemId?: string; conversationId?: string };
}

/** Answer of `GET /notifications`, newest first. */
export interface NotificationsAnswer extends Paging {
  notifications: Notification[];
  unreadCount: number;
}
