export { useStore } from 'zustand';
export { createStore } from 'zustand/vanilla';
export { isBrowser, writeCookie } from './browser-storage.ts';
export { onDialogRequest, onPageRequest, requestDialog, requestPage } from './commands.ts';
export { setUnreadConversations, useUnreadConversations } from './conversations.ts';
export { notificationsStore, setSoundEnabled, setUnreadCount, useSoundEnabled, useUnreadCount } from './notifications.ts';
export { onKeyChange, readKey, writeKey } from './own-keys.ts';
export type { OwnKey } from './own-keys.ts';
export { createSharedStore } from './registry.ts';
export { expectSessionEnd, onSessionRevoked, revokeSession } from './session-end.ts';
export { clearSession, getSession, onSessionChange, saveUser, sessionStore, setServedSession, useSession } from './session.ts';
export type { SessionState } from './session.ts';
export { hasSingleKeys, setSingleKeys, useSingleKeys } from './single-keys.ts';
export { openTabChannel } from './tab-channel.ts';
export type { TabChannel } from './tab-channel.ts';
export { themeStore, toggleTheme, useTheme } from './theme.ts';
export type { Theme } from './theme.ts';
export { savePendingAction, consumePendingAction } from './pending-actions.ts';
export type { PendingAction } from './pending-actions.ts';

// Names that remotes published before contract 3.5 import. Remove them in the next release.
export { consumePendingAction as takePendingAction, savePendingAction as keepPendingAction } from './pending-actions.ts';
