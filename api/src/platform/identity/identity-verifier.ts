import type { EmailLinkBody, SocialType } from '@solvent/contracts';

/** An account at GitHub or Google. Its id never changes, its address may. */
export interface SocialAccount {
  type: SocialType;
  id: string;
}

export interface SocialIdentity extends SocialAccount {
  /** The login at GitHub or the address at Google; null if the provider returned none. */
  account: string | null;
}

/** A sign-in with GitHub or Google that is at most half an hour old. */
export interface ProvenIdentity {
  social: SocialIdentity;
  /** Lower-case email; null if the token has none. NOT proven: anyone may have created the provider's user for this address. */
  email: string | null;
  /** Hash of the proof, which `useProof` marks as used. */
  proofHash: string;
}

export interface KnownPerson {
  /** Lower case. */
  email: string;
  social: SocialAccount[];
}

export interface IdentityVerifier {
  /**
   * Verifies the token of a recent sign-in with GitHub or Google. Tokens of password sign-ins prove nothing, since anyone can create such a
   * user for any address (product 11.11).
   * @throws AppError `identity_mismatch`; `unavailable` if the provider cannot be reached
   */
  verify(idToken: string): Promise<ProvenIdentity>;
  /**
   * Redeems an email link, which works once and proves the address. The address is in lower case.
   * @throws AppError `identity_mismatch`, for `oobCode` if the link is used or expired, for `email` if it is wrong; `unavailable`
   */
  redeemLink(link: EmailLinkBody): Promise<void>;
  /** Deletes all matching users at the provider. @returns false without credentials */
  deleteUser(person: KnownPerson): Promise<boolean>;
}
