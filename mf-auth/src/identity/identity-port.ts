import type { SocialType } from '@solvent/contracts';

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

/** What an e-mail link is for: it decides the page that the link leads to. */
export type EmailLinkPurpose = 'sign-up' | 'reset-password';

/** What the product asks of the identity provider. Every call rejects with an `IdentityError`. */
export interface Identity {
  /** Sends the link that proves the address. The server redeems it. */
  sendEmailLink: (email: string, purpose: EmailLinkPurpose) => Promise<void>;
  /**
   * Opens the provider's popup. Call it from a click, else browsers block the popup. `onClosed` tells that the window is
   * closed while nothing is decided yet: most likely the person gave up, which takes some seconds more to be sure of.
   * Another call in that time ends this one as `cancelled`.
   */
  signInWithProvider: (type: SocialType, onClosed?: () => void) => Promise<SocialIdentity>;
}
