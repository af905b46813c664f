import { getRuntimeConfig } from '@solvent/http';
import { toIdentityError } from './identity-error.ts';
import type { Identity } from './identity-port.ts';

/** A separate chunk, which deployments without an emulator never load. */
async function prepareEmulator(): Promise<void> {
  const { installGapiEmulator } = await import(/* webpackChunkName: "identity-emulator" */ './emulator/gapi-emulator.ts');
  installGapiEmulator();
}

/** The SDK is large, so pages load it on demand. */
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

export const identity: Identity = {
  sendEmailLink: (...link) => callProvider((provider) => provider.sendEmailLink(...link)),
  signInWithProvider: (type, onClosed) => callProvider((provider) => provider.signInWithProvider(type, onClosed)),
};

export function preloadIdentity(): void {
  loadProvider().catch(() => undefined);
}

/** Also opens the frame that popups need: browsers block late popups. */
export function preloadPopups(): void {
  loadProvider()
    .then(({ preparePopups }) => preparePopups())
    .catch(() => undefined);
}
