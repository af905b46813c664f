import { STORAGE_KEYS } from '@solvent/contracts';
import type { SessionUser, User } from '@solvent/contracts';
import { useStore } from 'zustand';
import { onKeyChange, readKey, writeKey } from './browser-storage.ts';
import { createSharedStore } from './registry.ts';

/** Auth state (product 3.4): `isLogin` is true when a saved user exists. */
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
    // The server wrote this record; a token is what makes it a session.
    return valid ? (user as SessionUser) : null;
  } catch {
    return null;
  }
}

const stateOf = (userData: SessionUser | null): SessionState => ({ userData, isLogin: userData !== null });

/** The session, in all tabs. Outside components use {@link getSession} and {@link onSessionChange}. */
export const sessionStore = createSharedStore<SessionState>('session', () => stateOf(null));

// Not the initial state: that is what the server makes pages of, and what React takes them over with.
sessionStore.setState(stateOf(parseUser(readKey(STORAGE_KEYS.user))));
onKeyChange(STORAGE_KEYS.user, (saved) => sessionStore.setState(stateOf(parseUser(saved))));

/**
 * Signs in: stores the answered user as plain JSON under `user` (product 4.1).
 *
 * @param user as the API answered it; without a `token` the token of the present session is kept
 * @throws Error when neither the user nor the session has a token
 */
export function saveUser(user: User): void {
  const token = user.token ?? sessionStore.getState().userData?.token;
  if (!token) throw new Error('A user without a token is no session.');
  const userData = { ...user, token };
  writeKey(STORAGE_KEYS.user, JSON.stringify(userData));
  sessionStore.setState(stateOf(userData));
}

/** Ends the session in this browser, in every tab (product 4.1). Does not tell the server. */
export function clearSession(): void {
  writeKey(STORAGE_KEYS.user, null);
  sessionStore.setState(stateOf(null));
}

/** The session now. */
export const getSession = (): SessionState => sessionStore.getState();

/**
 * Calls `listener` with the session whenever it changes, here or in another tab.
 *
 * @returns a function that stops listening
 */
export const onSessionChange = (listener: (now: SessionState, before: SessionState) => void) => sessionStore.subscribe(listener);

/** A part of the session, for components. */
export const useSession = <Part>(select: (state: SessionState) => Part): Part => useStore(sessionStore, select);
