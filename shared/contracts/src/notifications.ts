import type { PersonSummary } from './accounts.ts';
import type { IsoTime, Paging } from './envelope.ts';

/**
 * The target of a notification: `problem`, `module` and `discussion` by the id in the notification, `content` by the id of a
 * problem or a module; a path is the same for all notifications of the type.
 */
type Subject = 'problem' | 'module' | 'discussion' | 'content' | `/${string}`;

/** Types of notification (product 3.11) with the target of a click (product 4.6). A new type is one more line here. */
const SUBJECTS = {
  bid_accepted: 'problem',
  bid_rejected: 'problem',
  new_bid: 'problem',
  message_received: 'discussion',
  new_message: 'discussion',
  question: 'problem',
  answer: 'problem',
  invited: 'problem',
  delivered: 'problem',
  agreement_changed: 'problem',
  solved: 'problem',
  paid: 'problem',
  parted: 'problem',
  disputed: 'problem',
  rated: 'problem',
  budget_changed: 'problem',
  problem_changed: 'problem',
  saved_closed: 'problem',
  module_sold: 'module',
  module_reviewed: 'module',
  module_version: 'module',
  module_decided: '/toolbox/own',
  moderated: 'content',
  sign_in_added: '/profile',
} as const satisfies Record<string, Subject>;

export type NotificationType = keyof typeof SUBJECTS;
export const NOTIFICATION_TYPES = Object.keys(SUBJECTS) as NotificationType[];

const subjectOf = (type: string): Subject | undefined =>
  Object.hasOwn(SUBJECTS, type) ? SUBJECTS[type as NotificationType] : undefined;

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
  const subject = subjectOf(type);
  if (subject === 'problem' || (subject === 'content' && problemId))
    return to(problemId ? `/view-problems/${encodeURIComponent(problemId)}` : '/view-problems');
  if (subject === 'module' || (subject === 'content' && moduleId))
    return to(moduleId ? `/toolbox/${encodeURIComponent(moduleId)}` : '/toolbox');
  if (subject !== 'discussion') return to(subject?.startsWith('/') ? subject : '/notifications');
  const path = '/problem/discussion';
  return { path, state: { problemId, conversationId }, href: withoutState(data, path) };
}
