import type { SocialType } from '@solvent/contracts';
import { browserPopupRedirectResolver, GithubAuthProvider, GoogleAuthProvider, signInWithPopup } from 'firebase/auth';
import type { Auth, UserCredential } from 'firebase/auth';
import { connectAuth, getIdTokenAndSignOut } from './firebase-connection.ts';
import { IdentityError } from './identity-error.ts';
import type { SocialIdentity } from './identity-port.ts';
import { watchNextPopup } from './watch-popup.ts';

let popupAuthInstance: Auth | undefined;

/**
 * A separate connection: on phones and in Safari, which block late popups, the resolver opens its frame at creation and
 * delays every other call until it has loaded.
 */
export const getPopupAuth = (): Auth => (popupAuthInstance ??= connectAuth('solvent-popups', browserPopupRedirectResolver));

function createProvider(type: SocialType): GithubAuthProvider | GoogleAuthProvider {
  if (type === 'google') return new GoogleAuthProvider();
  const github = new GithubAuthProvider();
  // Without this scope GitHub returns only a public email address.
  github.addScope('user:email');
  return github;
}

async function toSocialIdentity(auth: Auth, credential: UserCredential, providerId: string): Promise<SocialIdentity> {
  const { user } = credential;
  const account = user.providerData.find((data) => data.providerId === providerId);
  const email = user.email ?? account?.email;
  if (!email)
    throw new IdentityError(
      'refused',
      'We couldn’t get an email address from this account. Sign up with email and password instead.',
    );
  return {
    email,
    socialId: account?.uid ?? user.uid,
    name: user.displayName ?? account?.displayName ?? '',
    image: user.photoURL ?? account?.photoURL ?? null,
    idToken: await getIdTokenAndSignOut(auth, credential),
  };
}

export async function openPopup(type: SocialType, onClosed: () => void = () => undefined): Promise<SocialIdentity> {
  const [auth, provider] = [getPopupAuth(), createProvider(type)];
  const stopWatching = watchNextPopup(onClosed);
  try {
    return await toSocialIdentity(auth, await signInWithPopup(auth, provider), provider.providerId);
  } finally {
    stopWatching();
  }
}
