import type { SocialType } from '@solvent/contracts';

/** A person's account at GitHub or Google: its id there never changes, its address may. */
export interface SocialAccount {
  type: SocialType;
  id: string;
}

/** What the identity provider vouches for, of a sign-in that is at most half an hour old. */
export interface ProvenIdentity {
  /** The provider's id of the person. */
  subject: string;
  /** Lower-case. */
  email: string;
  emailVerified: boolean;
  /** The account that this very sign-in used; null for one by e-mail link. */
  social: SocialAccount | null;
  /** True for a sign-in by e-mail link. */
  byEmail: boolean;
  /** SHA-256 of the signed part of the token, in hex: what `useProof` remembers of a use. */
  proofHash: string;
}

/** Whom the provider may know, and by what. */
export interface KnownPerson {
  /** Lower-case. */
  email: string;
  social: SocialAccount[];
}

/** Checks the identity provider's tokens: the port that Firebase stands behind. */
export interface IdentityVerifier {
  /**
   * @throws AppError `identity_mismatch` if the token is forged, over, too old or of somebody without an address;
   * `unavailable` if the provider's keys cannot be had.
   */
  verify(idToken: string): Promise<ProvenIdentity>;
  /**
   * Makes the provider forget a person: nobody whom it knows by these is known to it any more.
   * @returns false where this server may not change the provider's records: nothing was done.
   * @throws whatever the provider's client throws, if it does not answer or refuses.
   */
  forget(person: KnownPerson): Promise<boolean>;
}
