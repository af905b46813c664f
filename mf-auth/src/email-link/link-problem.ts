import { ApiError } from '@solvent/http';
import type { EmailLinkPurpose } from '../identity/identity-port.ts';

/** The code of an emailed link in the query of its page; undefined where the address is none, or not all of one. */
export function linkCodeIn(search: string): string | undefined {
  const query = new URLSearchParams(search);
  return query.get('mode') === 'signIn' ? query.get('oobCode') || undefined : undefined;
}

/** Why a link did not do what it is for, as its page shows it. */
export interface LinkProblem {
  title: string;
  text: string;
  /** What helps: doing the same again, another address, another link, or signing in or up. */
  way: 'again' | 'address' | 'new-link' | 'account';
  /** The call that failed, where one did. */
  cause?: unknown;
}

/** The page was opened without the parts that make it a link. */
export const INCOMPLETE_LINK: LinkProblem = {
  title: 'This link is not complete',
  text: 'Open the whole link from the mail, or get a new one.',
  way: 'new-link',
};

interface PurposeTexts {
  /** The title while the server cannot be reached. */
  waiting: string;
  /** The title of a refusal. */
  refused: string;
}

const TEXTS: Record<EmailLinkPurpose, PurposeTexts> = {
  'sign-up': { waiting: 'Your email is not verified yet', refused: 'Your email could not be verified' },
  'reset-password': { waiting: 'Your password is not changed yet', refused: 'Your password could not be changed' },
};

/** The server keeps a link that it has redeemed, until one call has used it. */
const UNREACHABLE = "Solvent can't be reached. Check your connection and try again: the link stays good.";

/** The link may have been used. */
const OUR_FAULT = 'Something went wrong on our side. Sign in, or get a new link.';

/** The problem that a failed call stands for. The server states under which field a link was refused. */
export function linkProblemOf(error: unknown, purpose: EmailLinkPurpose): LinkProblem {
  const { waiting, refused } = TEXTS[purpose];
  if (!(error instanceof ApiError)) return { title: waiting, text: OUR_FAULT, way: 'account', cause: error };
  if (error.status === 0) return { title: waiting, text: UNREACHABLE, way: 'again' };
  const { email, oobCode } = error.errors;
  if (email !== undefined) return { title: 'Confirm your email', text: email, way: 'address' };
  if (oobCode !== undefined) return { title: 'This link cannot be used', text: oobCode, way: 'new-link' };
  // What does not pass by itself is about the account: another link would be refused like this one.
  const passes = error.status >= 500 || error.status === 429;
  return { title: refused, text: error.message, way: passes ? 'again' : 'account', cause: error };
}
