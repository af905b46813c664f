import { getRuntimeConfig } from '@solvent/http';
import { initializeApp } from 'firebase/app';
import { connectAuthEmulator, debugErrorMap, initializeAuth, inMemoryPersistence, signOut } from 'firebase/auth';
import type { Auth, PopupRedirectResolver, UserCredential } from 'firebase/auth';

/**
 * Connects to Firebase, or to its emulator where the configuration names one. The product's own session is the session:
 * Firebase keeps nothing. Its error map gives sentences, not codes alone.
 */
export function connectAuth(name: string, popupRedirectResolver?: PopupRedirectResolver): Auth {
  const { emulatorUrl, ...project } = getRuntimeConfig().identity;
  const auth = initializeAuth(initializeApp(project, name), {
    persistence: inMemoryPersistence,
    errorMap: debugErrorMap,
    ...(popupRedirectResolver ? { popupRedirectResolver } : {}),
  });
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return auth;
}

/** The ID token of somebody who has just signed in, who is then forgotten. */
export async function getIdTokenAndSignOut(auth: Auth, { user }: UserCredential): Promise<string> {
  const idToken = await user.getIdToken();
  await signOut(auth);
  return idToken;
}
