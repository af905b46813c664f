import type { SocialType } from '@solvent/contracts';

/** A person's account at GitHub or Google: its id there never changes, its address may. */
export interface SocialAccount {
  type: SocialType;
  id: string;
}

/** The account of a sign-in with GitHub or Google that is at most half an hour old. */
export interface ProvenIdentity {
  /** The account that this sign-in used. */
  social: SocialAccount;
  /** Its login at GitHub or its address at Google; null where the provider returned none. */
  account: string | null;
  /**
   * Lower-case; null where the token has none. NOT proven: it belongs to the identity provider's user, which may have other
   * accounts and a password of anyone who knows the address.
   */
  email: string | null;
  /** SHA-256 of the signed part of the token, in hex: what `useProof` remembers of a use. */
  proofHash: string;
}

/** An emailed link: the address that it was sent to, and its code. */
export interface LinkCode {
  /** Lower-case. */
  email: string;
  oobCode: string;
}

/** Whom the provider may know, and by what. */
export interface KnownPerson {
  /** Lower-case. */
  email: string;
  social: SocialAccount[];
}

/** What the API asks of the identity provider: the port that Firebase implements. */
export interface IdentityVerifier {
  /**
   * Verifies the ID token of a popup. No other one: anyone can make a user with a password for any address at the provider, so
   * that a token of such a sign-in proves nothing (product 11.11).
   * @throws AppError `identity_mismatch` if the token is forged, expired, too old or not of a GitHub or Google sign-in;
   * `unavailable` if the provider cannot be reached.
   */
  verify(idToken: string): Promise<ProvenIdentity>;
  /**
   * Redeems an emailed link, which the provider accepts once. That proves the address, whatever else the provider's user of
   * this address has.
   * @throws AppError `identity_mismatch`, under the field `oobCode` if the link is used, changed or expired, under `email` if it
   * was sent to another address; `unavailable` if the provider cannot be reached.
   */
  redeemLink(link: LinkCode): Promise<void>;
  /**
   * Makes the provider forget a person: nobody whom it knows by these is known to it any more.
   * @returns false where this server may not change the provider's records: nothing was done.
   * @throws whatever the provider's client throws, if it does not answer or refuses.
   */
  deleteUser(person: KnownPerson): Promise<boolean>;
}
