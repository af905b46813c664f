import { getRuntimeConfig } from '@solvent/http';
import { initializeApp } from 'firebase/app';
import { connectAuthEmulator, debugErrorMap, initializeAuth, inMemoryPersistence, signOut } from 'firebase/auth';
import type { Auth, PopupRedirectResolver, UserCredential } from 'firebase/auth';

/**
 * Connects to Firebase, or to the emulator if one is configured. Firebase persists nothing: Solvent has its own session.
 * `debugErrorMap` adds messages to the error codes.
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

export async function getIdTokenAndSignOut(auth: Auth, { user }: UserCredential): Promise<string> {
  const idToken = await user.getIdToken();
  await signOut(auth);
  return idToken;
}
