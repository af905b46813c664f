import type { SocialType } from '@solvent/contracts';
import { toIdentityError } from './identity-error.ts';

/** Somebody whom GitHub or Google vouches for. */
export interface SocialIdentity {
  /** What the server verifies. */
  idToken: string;
  email: string;
  /** The provider's own id of the person. */
  socialId: string;
  name: string;
  image: string | null;
}

/** What the product asks of the identity provider. Every call rejects with an `IdentityError`. */
export interface Identity {
  /** Sends the link that proves the address. */
  sendEmailLink: (email: string) => Promise<void>;
  /** True when the address of the page is such a link. */
  isEmailLink: (href: string) => Promise<boolean>;
  /** An ID token for the address that the link was sent to. A link works once; asked again, the same proof is answered. */
  proveByEmailLink: (email: string, href: string) => Promise<string>;
  /** Opens the provider's popup. Call it from a click, else browsers block the popup. */
  signInWithProvider: (type: SocialType) => Promise<SocialIdentity>;
}

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
  sendEmailLink: (email) => ask((provider) => provider.sendEmailLink(email)),
  isEmailLink: (href) => ask((provider) => provider.isEmailLink(href)),
  proveByEmailLink: (email, href) => ask((provider) => provider.proveByEmailLink(email, href)),
  signInWithProvider: (type) => ask((provider) => provider.signInWithProvider(type)),
};

/** Fetches the provider's code ahead of its use. A failure shows when it is used. */
export function warmUpIdentity(): void {
  load().catch(() => undefined);
}
