import { useStore } from 'zustand';
import { createSharedStore } from './registry.ts';
import { onSessionChange } from './session.ts';

/** Unread badge of the frame. The list is in the query cache. */
export const conversationsStore = createSharedStore('conversations', () => ({ unreadCount: 0 }));

onSessionChange((now, before) => {
  if (now.userData?._id !== before.userData?._id) setUnreadConversations(0);
});

export function setUnreadConversations(count: number): void {
  conversationsStore.setState({ unreadCount: Math.max(0, count) });
}

export const useUnreadConversations = (): number => useStore(conversationsStore, (state) => state.unreadCount);
