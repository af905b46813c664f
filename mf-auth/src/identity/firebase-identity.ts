import { sendSignInLinkToEmail } from 'firebase/auth';
import type { Auth } from 'firebase/auth';
import { connectAuth } from './firebase-connection.ts';
import { openPopup, getPopupAuth } from './firebase-popup.ts';
import type { EmailLinkPurpose, Identity } from './identity-port.ts';

/** Targets of the emailed links (product 2.13). */
const LINK_PATHS: Record<EmailLinkPurpose, string> = { 'sign-up': '/finishSignUp', 'reset-password': '/reset-password' };

let emailAuth: Auth | undefined;
const getEmailAuth = () => (emailAuth ??= connectAuth('solvent-identity'));

export function preparePopups(): void {
  getPopupAuth();
}

export const firebaseIdentity: Identity = {
  sendEmailLink: (email, purpose, returnTo) => {
    const url = new URL(LINK_PATHS[purpose], window.location.origin);
    if (returnTo !== undefined) url.searchParams.set('from', returnTo);
    return sendSignInLinkToEmail(getEmailAuth(), email, { url: url.href, handleCodeInApp: true });
  },
  signInWithProvider: openPopup,
};
