import { ActionCodeURL, checkActionCode, isSignInWithEmailLink, sendSignInLinkToEmail, signInWithEmailLink } from 'firebase/auth';
import type { Auth } from 'firebase/auth';
import { connect, takeToken } from './firebase-connection.ts';
import { openPopup, popupAuth } from './firebase-popup.ts';
import { IdentityError } from './identity-error.ts';
import type { EmailLinkPurpose, Identity } from './identity-port.ts';

/** Where an e-mail link leads back to (product 2.13). */
const LINK_PATHS: Record<EmailLinkPurpose, string> = { 'sign-up': '/finishSignUp', 'reset-password': '/reset-password' };

let connected: Auth | undefined;
const authOf = () => (connected ??= connect('solvent-identity'));

async function checkLink(href: string): Promise<void> {
  const code = ActionCodeURL.parseLink(href)?.code;
  if (!code) throw new IdentityError('invalid-link', 'The link is not complete.');
  await checkActionCode(authOf(), code);
}

const proofs = new Map<string, Promise<string>>();

function proveOnce(email: string, href: string): Promise<string> {
  const key = `${email} ${href}`;
  const known = proofs.get(key);
  if (known) return known;
  const auth = authOf();
  const proof = signInWithEmailLink(auth, email, href).then((credential) => takeToken(auth, credential));
  proofs.set(key, proof);
  proof.catch(() => proofs.delete(key));
  return proof;
}

/** Connects for popups ahead of the first one. */
export function preparePopups(): void {
  popupAuth();
}

/** The identity provider behind its port: Firebase, or its local emulator where the configuration names one. */
export const firebaseIdentity: Identity = {
  sendEmailLink: (email, purpose) =>
    sendSignInLinkToEmail(authOf(), email, { url: `${window.location.origin}${LINK_PATHS[purpose]}`, handleCodeInApp: true }),
  isEmailLink: async (href) => isSignInWithEmailLink(authOf(), href),
  checkEmailLink: checkLink,
  proveByEmailLink: proveOnce,
  signInWithProvider: openPopup,
};
