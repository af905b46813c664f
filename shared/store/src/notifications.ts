import { STORAGE_KEYS } from '@solvent/contracts';
import { useStore } from 'zustand';
import { onKeyChange, readKey, writeKey } from './browser-storage.ts';
import { createSharedStore } from './registry.ts';
import { onSessionChange } from './session.ts';

interface NotificationsState {
  /** Never negative (product 4.5). */
  unreadCount: number;
  soundEnabled: boolean;
}

const parseSoundEnabled = (saved: string | null) => saved !== 'disabled';

/** Unread badge and sound setting of the frame. The list is in the query cache. */
export const notificationsStore = createSharedStore<NotificationsState>('notifications', () => ({
  unreadCount: 0,
  soundEnabled: parseSoundEnabled(null),
}));

// Set after creation: the initial state must match server-rendered pages.
notificationsStore.setState({ soundEnabled: parseSoundEnabled(readKey(STORAGE_KEYS.notificationSound)) });
onKeyChange(STORAGE_KEYS.notificationSound, (saved) => notificationsStore.setState({ soundEnabled: parseSoundEnabled(saved) }));
onSessionChange((now, before) => {
  if (now.userData?._id !== before.userData?._id) setUnreadCount(0);
});

export function setUnreadCount(count: number): void {
  notificationsStore.setState({ unreadCount: Math.max(0, count) });
}

/** Stores the setting (product 4.9). */
export function setSoundEnabled(soundEnabled: boolean): void {
  writeKey(STORAGE_KEYS.notificationSound, soundEnabled ? 'enabled' : 'disabled');
  notificationsStore.setState({ soundEnabled });
}

export const useUnreadCount = (): number => useStore(notificationsStore, (state) => state.unreadCount);

export const useSoundEnabled = (): boolean => useStore(notificationsStore, (state) => state.soundEnabled);
