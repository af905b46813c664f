/** What the identity provider vouches for. */
export interface ProvenIdentity {
  /** The provider's id of the person. */
  subject: string;
  /** Lower-case. */
  email: string;
  emailVerified: boolean;
}

/** Checks the identity provider's tokens: the port that Firebase stands behind. */
export interface IdentityVerifier {
  /**
   * @throws AppError `identity_mismatch` if the token is forged, over or of somebody without an address;
   * `unavailable` if the provider's keys cannot be had.
   */
  verify(idToken: string): Promise<ProvenIdentity>;
}
