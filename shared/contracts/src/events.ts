import type { Notification } from './notifications.ts';
import type { ProblemListItem } from './problems.ts';

/** A problem as everybody hears of it: whether one has saved it is not in it. */
export type AnnouncedProblem = Omit<ProblemListItem, 'savedByMe'>;

/** What the server says on the socket (api "Realtime"). */
export interface ServerEvents {
  new_message_notification: (payload: { conversationId: string; problemId: string; message: unknown }) => void;
  notification: (notification: Notification) => void;
  problem: (problem: AnnouncedProblem) => void;
  /** A bid on a problem that one looks at or takes part in came, went or was decided: ask again. */
  bid: (change: { problemId: string }) => void;
  /** Somebody wrote under a problem that one looks at: ask again. */
  comment: (change: { problemId: string }) => void;
  session_revoked: () => void;
}

/** What the client says on the socket: which problems are looked at. The wire of writes is HTTP. */
export interface ClientEvents {
  watch_problem: (problemId: string) => void;
  unwatch_problem: (problemId: string) => void;
}

/** The window event that asks for the notifications again (spec 4). */
export const NEW_NOTIFICATION_EVENT = 'new-notification';
