import { ApiError } from '@solvent/http';
import type { EmailLinkPurpose } from '../identity/identity-port.ts';

/** The code of an emailed link in the query of its page; undefined where the address is none, or not all of one. */
export function parseLinkCode(search: string): string | undefined {
  const query = new URLSearchParams(search);
  return query.get('mode') === 'signIn' ? query.get('oobCode') || undefined : undefined;
}

/** Why a link did not do what it is for, as its page shows it. */
export interface LinkFailure {
  title: string;
  text: string;
  /** What helps: doing the same again, another address, another link, or signing in or up. */
  nextStep: 'retry' | 'address' | 'new-link' | 'account';
  /** The call that failed, where one did. */
  cause?: unknown;
}

/** The page was opened without the parts that make it a link. */
export const INCOMPLETE_LINK: LinkFailure = {
  title: 'This link is not complete',
  text: 'Open the whole link from the mail, or get a new one.',
  nextStep: 'new-link',
};

interface PurposeTitles {
  /** The title while the server cannot be reached. */
  pendingTitle: string;
  /** The title of a refusal. */
  failedTitle: string;
}

const TITLES: Record<EmailLinkPurpose, PurposeTitles> = {
  'sign-up': { pendingTitle: 'Your email is not verified yet', failedTitle: 'Your email could not be verified' },
  'reset-password': { pendingTitle: 'Your password is not changed yet', failedTitle: 'Your password could not be changed' },
};

/** The server keeps a link that it has redeemed, until one call has used it. */
const UNREACHABLE_TEXT = "Solvent can't be reached. Check your connection and try again: the link stays good.";

/** The link may have been used. */
const INTERNAL_ERROR_TEXT = 'Something went wrong on our side. Sign in, or get a new link.';

/** The problem that a failed call stands for. The server states under which field a link was refused. */
export function toLinkFailure(error: unknown, purpose: EmailLinkPurpose): LinkFailure {
  const { pendingTitle, failedTitle } = TITLES[purpose];
  if (!(error instanceof ApiError)) return { title: pendingTitle, text: INTERNAL_ERROR_TEXT, nextStep: 'account', cause: error };
  if (error.status === 0) return { title: pendingTitle, text: UNREACHABLE_TEXT, nextStep: 'retry' };
  const { email, oobCode } = error.errors;
  if (email !== undefined) return { title: 'Confirm your email', text: email, nextStep: 'address' };
  if (oobCode !== undefined) return { title: 'This link cannot be used', text: oobCode, nextStep: 'new-link' };
  // What does not pass by itself is about the account: another link would be refused like this one.
  const isTransient = error.status >= 500 || error.status === 429;
  return { title: failedTitle, text: error.message, nextStep: isTransient ? 'retry' : 'account', cause: error };
}
