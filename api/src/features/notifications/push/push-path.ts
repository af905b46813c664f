import type { Notification } from '@solvent/contracts';

const ABOUT_BIDS = new Set<string>(['bid_accepted', 'bid_rejected', 'new_bid']);
const ABOUT_MESSAGES = new Set<string>(['message_received', 'new_message']);

/** Where a notification leads (spec 4, click routing), as an address that carries its ids: a worker opens pages without state. */
export function pushPath({ type, data: { problemId, conversationId } }: Pick<Notification, 'type' | 'data'>): string {
  if (ABOUT_BIDS.has(type)) return problemId === undefined ? '/view-problems' : `/view-problems/${problemId}`;
  if (!ABOUT_MESSAGES.has(type) || conversationId === undefined) return '/notifications';
  if (problemId === undefined) return `/conversations?conversation=${conversationId}`;
  return `/problem/discussion?problemId=${problemId}&conversationId=${conversationId}`;
}
