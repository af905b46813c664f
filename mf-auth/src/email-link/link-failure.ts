import { ApiError } from '@solvent/http';
import type { EmailLinkPurpose } from '../identity/identity-port.ts';

/** Returns the code of an emailed link; undefined for any other URL. */
export function parseLinkCode(search: string): string | undefined {
  const query = new URLSearchParams(search);
  return query.get('mode') === 'signIn' ? query.get('oobCode') || undefined : undefined;
}

export interface LinkFailure {
  title: string;
  text: string;
  nextStep: 'retry' | 'address' | 'new-link' | 'account';
  cause?: unknown;
}

export const INCOMPLETE_LINK: LinkFailure = {
  title: 'This link is incomplete',
  text: 'Open the full link from the email, or get a new one.',
  nextStep: 'new-link',
};

interface PurposeTitles {
  pendingTitle: string;
  failedTitle: string;
}

const TITLES: Record<EmailLinkPurpose, PurposeTitles> = {
  'sign-up': { pendingTitle: 'Your email is not verified yet', failedTitle: 'Your email could not be verified' },
  'reset-password': { pendingTitle: 'Your password is not changed yet', failedTitle: 'Your password could not be changed' },
};

/** The server keeps a redeemed link until a call has used it, so a retry is safe. */
const UNREACHABLE_TEXT = "Solvent can't be reached. Check your connection and try again. Your link is still valid.";

const INTERNAL_ERROR_TEXT = 'Something went wrong on our side. Sign in, or get a new link.';

/** Maps an error to what the page shows. Field errors of the server name the link or the address as invalid. */
export function toLinkFailure(error: unknown, purpose: EmailLinkPurpose): LinkFailure {
  const { pendingTitle, failedTitle } = TITLES[purpose];
  if (!(error instanceof ApiError)) return { title: pendingTitle, text: INTERNAL_ERROR_TEXT, nextStep: 'account', cause: error };
  if (error.status === 0) return { title: pendingTitle, text: UNREACHABLE_TEXT, nextStep: 'retry' };
  const { email, oobCode } = error.errors;
  if (email !== undefined) return { title: 'Confirm your email', text: email, nextStep: 'address' };
  if (oobCode !== undefined) return { title: 'This link cannot be used', text: oobCode, nextStep: 'new-link' };
  // Any other rejection concerns the account: a new link would be rejected, too.
  const isTransient = error.status >= 500 || error.status === 429;
  return { title: failedTitle, text: error.message, nextStep: isTransient ? 'retry' : 'account', cause: error };
}
