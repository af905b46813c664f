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
  /** Sends the link that proves the address. */
  sendEmailLink: (email: string, purpose: EmailLinkPurpose) => Promise<void>;
  /** True when the address of the page is such a link. */
  isEmailLink: (href: string) => Promise<boolean>;
  /**
   * Resolves while the link can still be used, and uses nothing up. Rejects with `invalid-link` for one that was used or
   * changed, with `expired-link` for an old one.
   */
  checkEmailLink: (href: string) => Promise<void>;
  /** An ID token for the address that the link was sent to. A link works once; asked again, the same proof is answered. */
  proveByEmailLink: (email: string, href: string) => Promise<string>;
  /**
   * Opens the provider's popup. Call it from a click, else browsers block the popup. `onClosed` tells that the window is
   * closed while nothing is decided yet: most likely the person gave up, which takes some seconds more to be sure of.
   * Another call in that time ends this one as `cancelled`.
   */
  signInWithProvider: (type: SocialType, onClosed?: () => void) => Promise<SocialIdentity>;
}
