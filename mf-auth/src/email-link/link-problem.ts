import { ApiError, http } from '@solvent/http';
import { toIdentityError } from '../identity/identity-error.ts';
import type { IdentityError } from '../identity/identity-error.ts';
import type { EmailLinkPurpose } from '../identity/identity-port.ts';
import { identity } from '../identity/identity.ts';

/**
 * A proof uses the link up, whatever becomes of it: so the server is asked first whether it is there. Only no answer and
 * a failing server count; that something between keeps the question out says nothing about the rest.
 *
 * @throws ApiError when the server cannot be reached or fails
 */
export async function reachServer(): Promise<void> {
  try {
    await http.get('/health/ready');
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status < 500) return;
    throw error;
  }
}

/**
 * Whether the link can be used now, without using it up.
 *
 * @throws IdentityError or ApiError with the reason
 */
export async function checkLink(href: string): Promise<void> {
  await Promise.all([identity.checkEmailLink(href), reachServer()]);
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
  /** The title while nobody can be reached. */
  waiting: string;
  /** The title of a refusal. */
  refused: string;
  /** What a link that cannot be used means here. */
  unusable: string;
}

const TEXTS: Record<EmailLinkPurpose, PurposeTexts> = {
  'sign-up': {
    waiting: 'Your email is not verified yet',
    refused: 'Your email could not be verified',
    unusable: 'It was used already, or it has been changed. If your email is verified you can sign in; else get a new link.',
  },
  'reset-password': {
    waiting: 'Your password is not changed yet',
    refused: 'Your password could not be changed',
    unusable: 'It was used already, or it has been changed. Get a new one to choose a password.',
  },
};

/** `stays`: the link was not used up, because the server is asked whether it is there before the link is. */
const UNREACHABLE = {
  stays: 'We could not be reached. Check your connection and try again: the link stays good.',
  used: 'We could not be reached. Keep this page open, check your connection and try again.',
};

function providerProblem({ failure, message }: IdentityError, texts: PurposeTexts): LinkProblem {
  switch (failure) {
    case 'invalid-link':
      return { title: 'This link cannot be used', text: texts.unusable, way: 'new-link' };
    case 'expired-link':
      return { title: 'This link has expired', text: 'Links work for a limited time. Get a new one.', way: 'new-link' };
    case 'wrong-address':
      return { title: 'Confirm your email', text: 'This link was sent to another address.', way: 'address' };
    case 'unreachable':
      return { title: texts.waiting, text: UNREACHABLE.stays, way: 'again' };
    default:
      return { title: texts.refused, text: message, way: 'new-link' };
  }
}

/**
 * The problem that a failed check, proof or call stands for.
 *
 * @param wasUsed the proof was made, and only this page has it
 */
export function linkProblemOf(error: unknown, purpose: EmailLinkPurpose, wasUsed = false): LinkProblem {
  const texts = TEXTS[purpose];
  if (!(error instanceof ApiError)) return providerProblem(toIdentityError(error), texts);
  if (error.status === 0) {
    return { title: texts.waiting, text: wasUsed ? UNREACHABLE.used : UNREACHABLE.stays, way: 'again' };
  }
  // What does not pass by itself is about the account: another link would be refused like this one.
  const passes = error.status >= 500 || error.status === 429;
  return { title: texts.refused, text: error.message, way: passes ? 'again' : 'account', cause: error };
}
