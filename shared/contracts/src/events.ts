import type { Notification } from './notifications.ts';
import type { ProblemListItem } from './problems.ts';

/** What the server says on the socket (api "Realtime"). */
export interface ServerEvents {
  new_message_notification: (payload: { conversationId: string; problemId: string; message: unknown }) => void;
  notification: (notification: Notification) => void;
  problem: (problem: ProblemListItem) => void;
  session_revoked: () => void;
}

/** What the client says on the socket. Nothing yet: the wire of writes is HTTP. */
export type ClientEvents = Record<string, never>;

/** The window event that asks for the notifications again (spec 4). */
export const NEW_NOTIFICATION_EVENT = 'new-notification';
