import { STORAGE_KEYS } from '@solvent/contracts';
import { useStore } from 'zustand';
import { onKeyChange, readKey, writeKey } from './browser-storage.ts';
import { createSharedStore } from './registry.ts';
import { onSessionChange } from './session.ts';

interface NotificationsState {
  /** How many are unread; never below 0 (product 4.5). */
  unreadCount: number;
  soundEnabled: boolean;
}

const soundFrom = (saved: string | null) => saved !== 'disabled';

/** What the frame shows of notifications: the badge and the sound switch. The list itself is in the query cache. */
export const notificationsStore = createSharedStore<NotificationsState>('notifications', () => ({
  unreadCount: 0,
  soundEnabled: soundFrom(null),
}));

// After the initial state, which is that of the server's pages.
notificationsStore.setState({ soundEnabled: soundFrom(readKey(STORAGE_KEYS.notificationSound)) });
onKeyChange(STORAGE_KEYS.notificationSound, (saved) => notificationsStore.setState({ soundEnabled: soundFrom(saved) }));
onSessionChange((now, before) => {
  if (now.userData?._id !== before.userData?._id) setUnreadCount(0);
});

/** Sets the badge; a count below 0 is 0 (product 4.5). */
export function setUnreadCount(count: number): void {
  notificationsStore.setState({ unreadCount: Math.max(0, count) });
}

/** Turns the sound on or off and keeps it as `enabled` or `disabled` (product 4.9). */
export function setSoundEnabled(soundEnabled: boolean): void {
  writeKey(STORAGE_KEYS.notificationSound, soundEnabled ? 'enabled' : 'disabled');
  notificationsStore.setState({ soundEnabled });
}

/** The badge's number, for components. */
export const useUnreadCount = (): number => useStore(notificationsStore, (state) => state.unreadCount);

/** Whether the sound is on, for components. */
export const useSoundEnabled = (): boolean => useStore(notificationsStore, (state) => state.soundEnabled);
