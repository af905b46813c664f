import { useLocation } from '@solvent/router';

const HOME_PATH = '/home';

/** A path of this site: "//" and "/\" lead to others, and browsers drop tabs and line breaks before they look. */
const SAME_SITE_PATH = /^\/(?![/\\])[^\t\r\n]*$/;

/**
 * Where a person goes after signing in: back to where the sign-in interrupted them, else home.
 *
 * @param state the route's state; `from` counts only if it is a path of this site
 */
export function getDestination(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && SAME_SITE_PATH.test(from) ? from : HOME_PATH;
}

/** {@link getDestination} the present route. */
export const useDestination = (): string => getDestination(useLocation().state);

interface EntryState {
  /** Where the sign-in interrupted the person. */
  from?: unknown;
  /** The address that was typed on a sibling screen. */
  email?: string;
}

/** The address that a person typed on the screen before, else ''. */
export function getTypedEmail(state: unknown): string {
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : undefined;
  return typeof email === 'string' ? email : '';
}

/** What a link between the entry screens hands on: where the person was going, and the address typed here. */
export function buildEntryState(state: unknown, email = getTypedEmail(state)): EntryState | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? { from: state.from } : {};
  const next = { ...from, ...(email.trim() === '' ? {} : { email: email.trim() }) };
  return Object.keys(next).length > 0 ? next : null;
}
