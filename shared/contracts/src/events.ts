import type { Message } from './chat.ts';
import type { Notification } from './notifications.ts';
import type { ProblemListItem } from './problems.ts';
import type { SendMessageBody } from './rules/chat.ts';

/** A problem as everybody hears of it: whether one has saved it is not in it. */
export type AnnouncedProblem = Omit<ProblemListItem, 'savedByMe'>;

/** What the server says on the socket (product 11.13). */
export interface ServerEvents {
  /** A message for you (product 4.8): not to its sender. `problemId` is null where the conversation is about none. */
  new_message_notification: (payload: { conversationId: string; problemId: string | null; message: Message }) => void;
  /** A message in a conversation of yours: to all tabs of both. It may come twice, and out of order: `seq` tells. */
  message: (message: Message) => void;
  /** A message of a conversation of yours has other words or reactions: to all tabs of both. `revision` tells which state is later. */
  message_changed: (message: Message) => void;
  /** Somebody, perhaps you in another tab, has read a conversation of yours up to `seq`. */
  read: (position: { conversationId: string; userId: string; seq: number }) => void;
  /** The other one is writing; it holds for `CHAT.typingLife`. */
  typing: (sign: { conversationId: string; userId: string }) => void;
  /** Somebody you have a conversation with came or went. */
  presence: (person: { userId: string; online: boolean }) => void;
  /** A notification was made for you, or one that you have not read yet has more in it: then its `_id` is a known one. */
  notification: (notification: Notification) => void;
  /** Notifications of yours were read: these ones, or all (`ids` null). */
  notifications_read: (change: { ids: string[] | null; unreadCount: number }) => void;
  problem: (problem: AnnouncedProblem) => void;
  /** A bid on a problem that one looks at or takes part in came, went or was decided: ask again. */
  bid: (change: { problemId: string }) => void;
  /** Somebody wrote under a problem that one looks at: ask again. */
  comment: (change: { problemId: string }) => void;
  session_revoked: () => void;
}

/** What the client says on the socket: which problems are looked at, that one is writing, and short messages. */
export interface ClientEvents {
  watch_problem: (problemId: string) => void;
  unwatch_problem: (problemId: string) => void;
  /** One is writing in a conversation: said at most every `CHAT.typingEvery`. */
  typing: (conversationId: string) => void;
  /**
   * Sends a message without files as `POST /chat/messages` does, at less cost. Acknowledged with the message as it is stored;
   * with anything else it is to be sent as a request, whose answer says why. `traceparent` as the header of that name (product 11.18).
   */
  send_message: (message: SendMessageBody & { traceparent?: string }, acknowledge: (stored: Message | null) => void) => void;
}

/** The window event that asks for the notifications again (product 4.8). */
export const NEW_NOTIFICATION_EVENT = 'new-notification';
