import type { Notification } from '@solvent/contracts';

const ABOUT_BIDS = new Set<string>(['bid_accepted', 'bid_rejected', 'new_bid']);
const ABOUT_MESSAGES = new Set<string>(['message_received', 'new_message']);

/** Where a notification leads. */
export interface NotificationTarget {
  /** The path that a click goes to. */
  path: string;
  /** The route's state that goes with it. */
  state?: Notification['data'];
  /** The address for a new tab, which gets no state: carries the same as a query. */
  href: string;
}

const to = (path: string): NotificationTarget => ({ path, href: path });

/** Click routing by type (spec 4): bids to their problem, messages to the discussion, others to the list itself. */
export function notificationTarget({ type, data }: Notification): NotificationTarget {
  if (ABOUT_BIDS.has(type)) return to(data.problemId ? `/view-problems/${encodeURIComponent(data.problemId)}` : '/view-problems');
  if (!ABOUT_MESSAGES.has(type)) return to('/notifications');
  const { problemId, conversationId } = data;
  const query = new URLSearchParams({ ...(problemId && { problemId }), ...(conversationId && { conversationId }) });
  const path = '/problem/discussion';
  return { path, state: { problemId, conversationId }, href: query.size > 0 ? `${path}?${query}` : path };
}
