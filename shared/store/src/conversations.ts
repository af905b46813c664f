import { useStore } from 'zustand';
import { createSharedStore } from './registry.ts';
import { onSessionChange } from './session.ts';

/** What the frame shows of conversations: the badge. The list itself is in the query cache. */
export const conversationsStore = createSharedStore('conversations', () => ({ unreadCount: 0 }));

onSessionChange((now, before) => {
  if (now.userData?._id !== before.userData?._id) setUnreadConversations(0);
});

/** Sets how many conversations have something unread, as the server counts them; a count below 0 is 0. */
export function setUnreadConversations(count: number): void {
  conversationsStore.setState({ unreadCount: Math.max(0, count) });
}

/** The badge's number, for components. */
export const useUnreadConversations = (): number => useStore(conversationsStore, (state) => state.unreadCount);
