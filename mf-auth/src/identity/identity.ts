import { getRuntimeConfig } from '@solvent/http';
import { toIdentityError } from './identity-error.ts';
import type { Identity } from './identity-port.ts';

/** Only the local emulator's popups need it: no deployment with a real provider fetches it. */
async function prepareEmulator(): Promise<void> {
  const { installGapiEmulator } = await import(/* webpackChunkName: "identity-emulator" */ './emulator/gapi-emulator.ts');
  installGapiEmulator();
}

/** The provider's code is large: it comes when it is used, never with a page. */
async function loadProvider() {
  const [provider] = await Promise.all([
    import(/* webpackChunkName: "firebase" */ './firebase-identity.ts').then(({ firebaseIdentity, preparePopups }) => ({
      firebaseIdentity,
      preparePopups,
    })),
    getRuntimeConfig().identity.emulatorUrl ? prepareEmulator() : undefined,
  ]);
  return provider;
}

async function callProvider<Result>(call: (provider: Identity) => Promise<Result>): Promise<Result> {
  try {
    return await call((await loadProvider()).firebaseIdentity);
  } catch (error) {
    throw toIdentityError(error);
  }
}

/** The identity provider of this deployment. */
export const identity: Identity = {
  sendEmailLink: (email, purpose) => callProvider((provider) => provider.sendEmailLink(email, purpose)),
  signInWithProvider: (type, onClosed) => callProvider((provider) => provider.signInWithProvider(type, onClosed)),
};

/** Fetches the provider's code ahead of its use. A failure shows when it is used. */
export function preloadIdentity(): void {
  loadProvider().catch(() => undefined);
}

/** The same before a popup: browsers that block late popups have its frame opened early. */
export function preloadPopups(): void {
  loadProvider()
    .then(({ preparePopups }) => preparePopups())
    .catch(() => undefined);
}
