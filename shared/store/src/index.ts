export { onKeyChange, readKey, writeKey } from './browser-storage.ts';
export { onPostProblemRequest, requestPostProblem } from './commands.ts';
export { notificationsStore, setSoundEnabled, setUnreadCount, useSoundEnabled, useUnreadCount } from './notifications.ts';
export { createSharedStore } from './registry.ts';
export { expectSessionEnd, onSessionRevoked, revokeSession } from './session-end.ts';
export { clearSession, getSession, onSessionChange, saveUser, sessionStore, useSession } from './session.ts';
export type { SessionState } from './session.ts';
export { themeStore, toggleTheme, useTheme } from './theme.ts';
export type { Theme } from './theme.ts';
