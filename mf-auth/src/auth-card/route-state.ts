import { useLocation } from '@solvent/router';

const HOME_PATH = '/home';

/** A path of this site. "//" and "/\" lead to other hosts, and browsers remove tabs and line breaks from URLs. */
const SAME_SITE_PATH = /^\/(?![/\\])[^\t\r\n]*$/;

/** Returns the path to open after signing in. @param state `from` counts only as a path of this site */
export function getDestination(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && SAME_SITE_PATH.test(from) ? from : HOME_PATH;
}

export const useDestination = (): string => getDestination(useLocation().state);

interface EntryState {
  /** The path that required a sign-in. */
  from?: unknown;
  email?: string;
}

export function getTypedEmail(state: unknown): string {
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : undefined;
  return typeof email === 'string' ? email : '';
}

/** Builds the route state that sign-in, sign-up and password reset pass to each other. */
export function buildEntryState(state: unknown, email = getTypedEmail(state)): EntryState | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? { from: state.from } : {};
  const next = { ...from, ...(email.trim() === '' ? {} : { email: email.trim() }) };
  return Object.keys(next).length > 0 ? next : null;
}
