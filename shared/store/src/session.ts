import { SIGNED_IN_COOKIE, STORAGE_KEYS } from '@solvent/contracts';
import type { SessionUser, User } from '@solvent/contracts';
import { useSyncExternalStore } from 'react';
import { isBrowser, onKeyChange, readKey, writeCookie, writeKey } from './browser-storage.ts';
import { createSharedStore } from './registry.ts';

/** Auth state (product 3.4). */
export interface SessionState {
  userData: SessionUser | null;
  isLogin: boolean;
}

function parseUser(saved: string | null): SessionUser | null {
  if (!saved) return null;
  try {
    const user: unknown = JSON.parse(saved);
    const valid =
      typeof user === 'object' && user !== null && 'token' in user && typeof user.token === 'string' && user.token !== '';
    // The record is a user as the server sent it; with a token it is a session.
    return valid ? (user as SessionUser) : null;
  } catch {
    return null;
  }
}

const createState = (userData: SessionUser | null): SessionState => ({ userData, isLogin: userData !== null });

/** Session in all tabs. Outside components, use {@link getSession} and {@link onSessionChange}. */
export const sessionStore = createSharedStore<SessionState>('session', () => createState(null));

if (isBrowser) {
  const writeSignedInCookie = ({ isLogin }: SessionState) => writeCookie(SIGNED_IN_COOKIE, isLogin ? '1' : null);
  sessionStore.subscribe(writeSignedInCookie);
  // Also corrects the cookie through the subscription: it may be missing, or outlive its session.
  sessionStore.setState(createState(parseUser(readKey(STORAGE_KEYS.user))));
}
onKeyChange(STORAGE_KEYS.user, (saved) => sessionStore.setState(createState(parseUser(saved))));

/** Signs in, and keeps the token if `user` has none (product 4.1). @throws Error without any token */
export function saveUser(user: User): void {
  const token = user.token ?? sessionStore.getState().userData?.token;
  if (!token) throw new Error('Cannot save a user without a token.');
  const userData = { ...user, token };
  writeKey(STORAGE_KEYS.user, JSON.stringify(userData));
  sessionStore.setState(createState(userData));
}

/** Ends the session in this browser, in every tab (product 4.1), but not on the server. */
export function clearSession(): void {
  writeKey(STORAGE_KEYS.user, null);
  sessionStore.setState(createState(null));
}

export const getSession = (): SessionState => sessionStore.getState();

/** Calls `listener` when the session changes in any tab. @returns unsubscribe */
export const onSessionChange = (listener: (now: SessionState, before: SessionState) => void) => sessionStore.subscribe(listener);

let servedSession = createState(null);

/** Sets the session of a server-rendered page, which has no user data. Hydration starts with the same session. */
export function setServedSession(isLogin: boolean): void {
  servedSession = { userData: null, isLogin };
  if (!isBrowser) sessionStore.setState(servedSession);
}

/** Selects a part of the session in a component. In server-rendered pages, `isLogin` is known before `userData`. */
export function useSession<Part>(select: (state: SessionState) => Part): Part {
  return useSyncExternalStore(
    sessionStore.subscribe,
    () => select(sessionStore.getState()),
    () => select(servedSession),
  );
}
