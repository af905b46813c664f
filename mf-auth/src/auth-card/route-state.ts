import { useLocation } from '@solvent/router';
import { readKey, writeKey } from '@solvent/store';
import type { OwnKey, PendingAction } from '@solvent/store';
import { normalizeEmail } from './normalize-email.ts';

const HOME_PATH = '/home';

/** A path of this site. "//" and "/\" lead to other hosts, and browsers remove tabs and line breaks from URLs. */
const SAME_SITE_PATH = /^\/(?![/\\])[^\t\r\n]*$/;

/** Why a visitor signs in (product 2.63), from the route's state or from storage. */
export interface Intention {
  /** A path of this site. */
  from?: string;
  /** Completes "Sign in to …". */
  purpose?: string;
  action?: PendingAction;
}

function getText(value: unknown, name: string): string | undefined {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Drops what is invalid, such as an address of another site. */
export function parseIntention(value: unknown): Intention {
  const from = getText(value, 'from');
  const purpose = getText(value, 'purpose');
  const action: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'action') : undefined;
  const [kind, id] = [getText(action, 'kind'), getText(action, 'id')];
  return {
    ...(from !== undefined && SAME_SITE_PATH.test(from) ? { from } : {}),
    ...(purpose === undefined ? {} : { purpose }),
    // A page that does not know the kind never reads it.
    ...(kind === undefined || id === undefined ? {} : { action: { kind: kind as PendingAction['kind'], id } }),
  };
}

/** Returns the path to open after signing in. */
export const getDestination = ({ from = HOME_PATH }: Intention): string => from;

/** Links by email carry the path to other browsers. */
export function useIntention(): Intention {
  const { state, search } = useLocation();
  return parseIntention(state ?? { from: new URLSearchParams(search).get('from') });
}

export const getTypedEmail = (state: unknown): string => getText(state, 'email') ?? '';

/** Builds the route state that sign-in, sign-up and password reset pass to each other. */
export function buildEntryState(state: unknown, email = getTypedEmail(state)): (Intention & { email?: string }) | null {
  const next = { ...parseIntention(state), ...(email.trim() === '' ? {} : { email: email.trim() }) };
  return Object.keys(next).length > 0 ? next : null;
}

/** Emailed links open in another tab, so the browser keeps the intention for the address that the link verifies. */
export const INTENTION_KEY: OwnKey = 'solvent.intention';

const STORED_MS = 24 * 60 * 60_000;

/** Returns what was stored for this address in the last 24 hours. */
export function readIntention(email: string): Intention | undefined {
  try {
    const stored: unknown = JSON.parse(readKey(INTENTION_KEY) ?? 'null');
    if (getText(stored, 'email') !== normalizeEmail(email)) return undefined;
    const age = Date.now() - Number(Reflect.get(Object(stored), 'time'));
    return age >= 0 && age < STORED_MS ? parseIntention(stored) : undefined;
  } catch {
    return undefined;
  }
}

/** Without a purpose, keeps what is stored for the address. @returns what is stored */
export function storeIntention(email: string, now: Intention): Intention {
  const intention = (now.purpose === undefined ? readIntention(email) : undefined) ?? now;
  const isEmpty = Object.keys(intention).length === 0;
  writeKey(INTENTION_KEY, isEmpty ? null : JSON.stringify({ ...intention, email: normalizeEmail(email), time: Date.now() }));
  return intention;
}
