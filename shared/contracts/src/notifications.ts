import type { Notification } from './schemas/notifications.ts';

/** Target of a click: a resource by its id in the notification, or a fixed path. `content` is a problem or a module, `list` a
 * list of problems. */
type Subject = 'problem' | 'module' | 'discussion' | 'content' | 'list' | `/${string}`;

/** Types of notification (product 3.11) with their targets (product 4.6). */
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
  search_matched: 'list',
  module_sold: 'module',
  module_reviewed: 'module',
  module_version: 'module',
  module_decided: '/toolbox/own',
  moderated: 'content',
  sign_in_added: '/profile/settings/security',
  payment_details: '/profile/settings/account',
} as const satisfies Record<string, Subject>;

export type NotificationType = keyof typeof SUBJECTS;
export const NOTIFICATION_TYPES = Object.keys(SUBJECTS) as NotificationType[];

/** Of a stored notification. The type may be of another release. */
export const isNotificationType = (type: string): type is NotificationType => Object.hasOwn(SUBJECTS, type);

const findSubject = (type: string): Subject | undefined => (isNotificationType(type) ? SUBJECTS[type] : undefined);

export interface NotificationTarget {
  path: string;
  state?: Notification['data'];
  /** URL with the state as query parameters, for new tabs and push messages. */
  href: string;
}

const createTarget = (path: string): NotificationTarget => ({ path, href: path });

function buildDiscussionHref({ problemId, conversationId }: Notification['data'], path: string): string {
  if (!conversationId) return path;
  if (!problemId) return `/conversations?${new URLSearchParams({ conversation: conversationId })}`;
  return `${path}?${new URLSearchParams({ problemId, conversationId })}`;
}

/** Returns the target of a notification by its type (product 4.6). Unknown types lead to the list of notifications. */
export function notificationTarget({ type, data }: Pick<Notification, 'type' | 'data'>): NotificationTarget {
  const { problemId, conversationId, moduleId, path: listPath = '/problems' } = data;
  const subject = findSubject(type);
  if (subject === 'problem' || (subject === 'content' && problemId))
    return createTarget(problemId ? `/view-problems/${encodeURIComponent(problemId)}` : '/view-problems');
  if (subject === 'module' || (subject === 'content' && moduleId))
    return createTarget(moduleId ? `/toolbox/${encodeURIComponent(moduleId)}` : '/toolbox');
  if (subject === 'list') return createTarget(listPath);
  if (subject !== 'discussion') return createTarget(subject?.startsWith('/') ? subject : '/notifications');
  const path = '/problem/discussion';
  return { path, state: { problemId, conversationId }, href: buildDiscussionHref(data, path) };
}
