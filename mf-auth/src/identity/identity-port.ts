import type { SocialType } from '@solvent/contracts';

export interface SocialIdentity {
  idToken: string;
  email: string;
  /** The provider's user ID. */
  socialId: string;
  name: string;
  image: string | null;
}

export type EmailLinkPurpose = 'sign-up' | 'reset-password';

/** The port to the identity provider. Every call rejects with an `IdentityError`. */
export interface Identity {
  /** @param returnTo path of this site for the link's page, which may open in another browser */
  sendEmailLink: (email: string, purpose: EmailLinkPurpose, returnTo?: string) => Promise<void>;
  /**
   * Opens the provider's popup. Call it in a click handler, or browsers block the popup. `onClosed` runs when the popup
   * closes, seconds before the SDK detects that the user canceled. Another call rejects this one as `cancelled`.
   */
  signInWithProvider: (type: SocialType, onClosed?: () => void) => Promise<SocialIdentity>;
}
