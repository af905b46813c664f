import { ApiError } from '@solvent/http';
import { toIdentityError } from '../../identity/identity-error.ts';
import type { IdentityFailure } from '../../identity/identity-error.ts';

/** Why a link did not finish the sign-up, as the page shows it. */
export interface LinkProblem {
  title: string;
  text: string;
  /** What helps: doing the same again, another address, another link, or signing in or up. */
  way: 'again' | 'address' | 'new-link' | 'account';
}

/** The page was opened without the parts that make it a link. */
export const INCOMPLETE_LINK: LinkProblem = {
  title: 'This link is not complete',
  text: 'Open the whole link from the mail, or get a new one.',
  way: 'new-link',
};

const UNREACHABLE: LinkProblem = {
  title: 'Your email is not verified yet',
  text: 'We could not be reached. Check your connection and try again: the link stays good.',
  way: 'again',
};

const BY_PROVIDER: Partial<Record<IdentityFailure, LinkProblem>> = {
  'invalid-link': {
    title: 'This link cannot be used',
    text: 'It was used already, or it has been changed. If your email is verified you can sign in; else get a new link.',
    way: 'new-link',
  },
  'expired-link': { title: 'This link has expired', text: 'Links work for a limited time. Get a new one.', way: 'new-link' },
  'wrong-address': { title: 'Confirm your email', text: 'This link was sent to another address.', way: 'address' },
  unreachable: UNREACHABLE,
};

const refused = (text: string, way: LinkProblem['way']): LinkProblem => ({
  title: 'Your email could not be verified',
  text,
  way,
});

/** The problem that a failed proof or a failed call stands for. */
export function linkProblemOf(error: unknown): LinkProblem {
  if (error instanceof ApiError) {
    if (error.status === 0) return UNREACHABLE;
    return refused(error.message, error.status >= 500 || error.status === 429 ? 'again' : 'account');
  }
  const { failure, message } = toIdentityError(error);
  return BY_PROVIDER[failure] ?? refused(message, 'new-link');
}
