import { toIdentityError } from './identity-error.ts';
import type { Identity } from './identity-port.ts';

/** The provider's code is large: it comes when it is used, never with a page. */
const load = () => import(/* webpackChunkName: "firebase" */ './firebase-identity.ts');

async function ask<Answer>(question: (provider: Identity) => Promise<Answer>): Promise<Answer> {
  try {
    return await question((await load()).firebaseIdentity);
  } catch (error) {
    throw toIdentityError(error);
  }
}

/** The identity provider of this deployment. */
export const identity: Identity = {
  sendEmailLink: (email, purpose) => ask((provider) => provider.sendEmailLink(email, purpose)),
  isEmailLink: (href) => ask((provider) => provider.isEmailLink(href)),
  checkEmailLink: (href) => ask((provider) => provider.checkEmailLink(href)),
  proveByEmailLink: (email, href) => ask((provider) => provider.proveByEmailLink(email, href)),
  signInWithProvider: (type) => ask((provider) => provider.signInWithProvider(type)),
};

/** Fetches the provider's code ahead of its use. A failure shows when it is used. */
export function warmUpIdentity(): void {
  load().catch(() => undefined);
}
