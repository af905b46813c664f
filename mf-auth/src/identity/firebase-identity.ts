import type { SocialType } from '@solvent/contracts';
import { getRuntimeConfig } from '@solvent/http';
import { initializeApp } from 'firebase/app';
import {
  ActionCodeURL,
  browserPopupRedirectResolver,
  checkActionCode,
  connectAuthEmulator,
  debugErrorMap,
  GithubAuthProvider,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  isSignInWithEmailLink,
  sendSignInLinkToEmail,
  signInWithEmailLink,
  signInWithPopup,
  signOut,
} from 'firebase/auth';
import type { Auth, UserCredential } from 'firebase/auth';
import { IdentityError } from './identity-error.ts';
import type { EmailLinkPurpose, Identity, SocialIdentity } from './identity-port.ts';

/** Where an e-mail link leads back to (spec 2). */
const LINK_PATHS: Record<EmailLinkPurpose, string> = { 'sign-up': '/finishSignUp', 'reset-password': '/reset-password' };

/** The product's own session is the session: Firebase keeps nothing. Its error map gives sentences, not codes alone. */
function connect(): Auth {
  const { emulatorUrl, ...project } = getRuntimeConfig().identity;
  const auth = initializeAuth(initializeApp(project, 'solvent-identity'), {
    persistence: inMemoryPersistence,
    errorMap: debugErrorMap,
  });
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return auth;
}

let connected: Auth | undefined;
const authOf = () => (connected ??= connect());

async function takeToken({ user }: UserCredential): Promise<string> {
  const idToken = await user.getIdToken();
  await signOut(authOf());
  return idToken;
}

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
  const proof = signInWithEmailLink(authOf(), email, href).then(takeToken);
  proofs.set(key, proof);
  proof.catch(() => proofs.delete(key));
  return proof;
}

function providerOf(type: SocialType): GithubAuthProvider | GoogleAuthProvider {
  if (type === 'google') return new GoogleAuthProvider();
  const github = new GithubAuthProvider();
  // Without it GitHub tells only the address that a person shows to everybody.
  github.addScope('user:email');
  return github;
}

async function openPopup(type: SocialType): Promise<SocialIdentity> {
  const provider = providerOf(type);
  const credential = await signInWithPopup(authOf(), provider, browserPopupRedirectResolver);
  const { user } = credential;
  const account = user.providerData.find((data) => data.providerId === provider.providerId);
  const email = user.email ?? account?.email;
  if (!email) throw new IdentityError('refused', 'This account shows no email address. Sign up with email and password instead.');
  return {
    email,
    socialId: account?.uid ?? user.uid,
    name: user.displayName ?? account?.displayName ?? '',
    image: user.photoURL ?? account?.photoURL ?? null,
    idToken: await takeToken(credential),
  };
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
