import type { PersonSummary } from './accounts.ts';
import type { IsoTime, Paging } from './envelope.ts';

/** Types of notification (product 3.11). */
export const NOTIFICATION_TYPES = [
  'bid_accepted',
  'bid_rejected',
  'new_bid',
  'message_received',
  'new_message',
  'question',
  'answer',
  'invited',
  'delivered',
  'agreement_changed',
  'solved',
  'paid',
  'parted',
  'disputed',
  'rated',
  'budget_changed',
  'saved_closed',
  'module_sold',
  'module_reviewed',
  'module_version',
  'module_decided',
  'moderated',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** A notification (product 3.11). Other types than the known ones may come: they lead nowhere. */
export interface Notification {
  _id: string;
  type: NotificationType | (string & {});
  title: string;
  message: string;
  read: boolean;
  createdAt: IsoTime;
  /** Who did it; null where nobody did, or the account is gone. */
  actor: PersonSummary | null;
  data: { problemId?: string; conversationId?: string; moduleId?: string };
}

/** Answer of `GET /notifications`, newest first. */
export interface NotificationsAnswer extends Paging {
  notifications: Notification[];
  unreadCount: number;
}

const ABOUT_PROBLEMS = new Set<string>([
  'bid_accepted',
  'bid_rejected',
  'new_bid',
  'question',
  'answer',
  'invited',
  'delivered',
  'agreement_changed',
  'solved',
  'paid',
  'parted',
  'disputed',
  'rated',
  'budget_changed',
  'saved_closed',
]);
const ABOUT_MODULES = new Set<string>(['module_sold', 'module_reviewed', 'module_version']);
const ABOUT_MESSAGES = new Set<string>(['message_received', 'new_message']);

/** Something was taken down, or restored: it leads to where that is. */
const MODERATED = 'moderated';

/** Where the author of a module sees how its review stands. */
const ABOUT_OWN_MODULES = new Set<string>(['module_decided']);

/** Where a notification leads. */
export interface NotificationTarget {
  /** The path that a click goes to. */
  path: string;
  /** The route's state that goes with it. */
  state?: Notification['data'];
  /** The address where there is no state, for a new tab or a push: it carries the same as a query. */
  href: string;
}

const to = (path: string): NotificationTarget => ({ path, href: path });

/** A discussion is about a problem; any other conversation is on the page of all. */
function withoutState({ problemId, conversationId }: Notification['data'], path: string): string {
  if (!conversationId) return path;
  if (!problemId) return `/conversations?${new URLSearchParams({ conversation: conversationId })}`;
  return `${path}?${new URLSearchParams({ problemId, conversationId })}`;
}

/** Click routing by type (product 4.6): to its problem or module, messages to the discussion, unknown ones to the list itself. */
export function notificationTarget({ type, data }: Pick<Notification, 'type' | 'data'>): NotificationTarget {
  const { problemId, conversationId, moduleId } = data;
  if (ABOUT_PROBLEMS.has(type) || (type === MODERATED && problemId))
    return to(problemId ? `/view-problems/${encodeURIComponent(problemId)}` : '/view-problems');
  if (ABOUT_MODULES.has(type) || (type === MODERATED && moduleId))
    return to(moduleId ? `/toolbox/${encodeURIComponent(moduleId)}` : '/toolbox');
  if (ABOUT_OWN_MODULES.has(type)) return to('/toolbox/own');
  if (!ABOUT_MESSAGES.has(type)) return to('/notifications');
  const path = '/problem/discussion';
  return { path, state: { problemId, conversationId }, href: withoutState(data, path) };
}
