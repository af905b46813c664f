import { AppError } from '../platform/errors/app-error.ts';
import type { IdentityVerifier, ProvenIdentity, SocialAccount } from '../platform/identity/identity-verifier.ts';

/** An identity provider whose tokens say in plain JSON what they vouch for: for tests of what stands on the port. */
export const fakeIdentity: IdentityVerifier = {
  verify: async (idToken) => {
    if (!idToken.startsWith('{'))
      throw new AppError('identity_mismatch', 'This sign-in could not be verified. Please start again.');
    // Only `idTokenFor` makes such texts.
    return JSON.parse(idToken) as ProvenIdentity;
  },
};

/** An ID token that {@link fakeIdentity} believes. */
export function idTokenFor(email: string, emailVerified = true, social: SocialAccount | null = null): string {
  return JSON.stringify({ subject: `firebase-${email}`, email, emailVerified, social } satisfies ProvenIdentity);
}
