import type { ConversationMarks, Message } from './schemas/chat.ts';
import type { Notification } from './schemas/notifications.ts';
import type { ProblemListItem } from './schemas/problems.ts';
import type { SendMessageBody } from './rules/chat.ts';

export type AnnouncedProblem = Omit<ProblemListItem, 'savedByMe'>;

/** Socket events from the server (product 11.13). */
export interface ServerEvents {
  /** New message, sent to the recipient only (product 4.8). */
  new_message_notification: (payload: { conversationId: string; problemId: string | null; message: Message }) => void;
  /** New message, sent to all tabs of both users. It can repeat or arrive out of order; sort by `seq`. */
  message: (message: Message) => void;
  /** Edited message or changed reactions; the highest `revision` is current. */
  message_changed: (message: Message) => void;
  /** Sent to the tabs of the participant who set them (product 4.36). */
  conversation_marked: (marks: ConversationMarks & { conversationId: string }) => void;
  read: (position: { conversationId: string; userId: string; seq: number }) => void;
  typing: (sign: { conversationId: string; userId: string }) => void;
  presence: (person: { userId: string; online: boolean }) => void;
  /** New notification, or an update of an unread one with the same `_id`. */
  notification: (notification: Notification) => void;
  notifications_read: (change: { ids: string[] | null; unreadCount: number }) => void;
  problem: (problem: AnnouncedProblem) => void;
  /** Bids of a watched or own problem changed: refetch. */
  bid: (change: { problemId: string }) => void;
  comment: (change: { problemId: string }) => void;
  session_revoked: () => void;
  /** The server's clock at the connection, in ms since the epoch. */
  server_time: (time: number) => void;
}

export interface ClientEvents {
  watch_problem: (problemId: string) => void;
  unwatch_problem: (problemId: string) => void;
  /** Sent at most every `CHAT.typingIntervalMs`. */
  typing: (conversationId: string) => void;
  /** Sends a message without files. Unless it is acknowledged with the stored message, send it by HTTP. */
  send_message: (message: SendMessageBody & { traceparent?: string }, acknowledge: (stored: Message | null) => void) => void;
}

/** Window event that refetches notifications (product 4.8). */
export const NEW_NOTIFICATION_EVENT = 'new-notification';
